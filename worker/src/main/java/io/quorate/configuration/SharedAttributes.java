package io.quorate.configuration;

import io.quorate.causes.CommonCause;
import io.quorate.causes.SharedAttribute;
import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Attributes that the clusters of a configuration share, in the order in which they say most: zone,
 * site, jump host, machine, network; a site first where members in several of its zones are silent;
 * the CA, where TLS fails; and the version, which the watch knows.
 */
public final class SharedAttributes {
  /** The first three bytes of an address, which is no loopback. */
  private static final Pattern NETWORK = Pattern.compile("(?!127\\.)(\\d+\\.\\d+\\.\\d+)\\.\\d+");

  private final Configuration configuration;
  private final Map<String, Integer> counts = new HashMap<>();

  /** Counts the attributes of all clusters. */
  public SharedAttributes(Configuration configuration) {
    this.configuration = configuration;
    configuration
        .clusters()
        .values()
        .forEach(
            cluster ->
                Stream.concat(
                        cluster.members().values().stream().flatMap(SharedAttributes::of),
                        ca(cluster).stream())
                    .distinct()
                    .forEach(name -> counts.merge(name, 1, Integer::sum)));
  }

  /**
   * Returns what the silent members of a cluster share with enough others for a common cause.
   *
   * @param version which one the cluster ran before, and how many others do; empty where the
   *     members of the cluster ran several
   */
  public List<SharedAttribute> of(
      ClusterKey key, Map<MemberName, Silence> silences, Optional<VersionShare> version) {
    Stream<SharedAttribute> places =
        configuration.cluster(key).stream()
            .flatMap(cluster -> of(cluster, silences))
            .distinct()
            .map(name -> new SharedAttribute(name, counts.getOrDefault(name, 1)));
    Stream<SharedAttribute> running =
        version.filter(any -> !silences.isEmpty()).stream()
            .flatMap(share -> share.in(configuration.clusters().size()).stream());
    return Stream.concat(places, running)
        .filter(shared -> shared.clusters() >= CommonCause.LEAST_CLUSTERS)
        .toList();
  }

  private static Stream<String> of(ClusterSettings cluster, Map<MemberName, Silence> silences) {
    boolean tls = silences.values().stream().anyMatch(Silence.Tls.class::isInstance);
    List<MemberSettings> silent =
        cluster.members().values().stream()
            .filter(member -> silences.containsKey(member.name()))
            .toList();
    return Stream.of(
            ca(cluster).filter(any -> tls).stream(),
            acrossZones(silent),
            silent.stream().flatMap(SharedAttributes::of))
        .flatMap(Function.identity());
  }

  /** Returns the sites with silent members in several zones: no zone alone explains those. */
  private static Stream<String> acrossZones(List<MemberSettings> silent) {
    return silent.stream()
        .filter(
            one ->
                silent.stream()
                    .filter(other -> other.site().equals(one.site()))
                    .anyMatch(other -> !other.zone().equals(one.zone())))
        .flatMap(one -> site(one).stream());
  }

  private static Optional<String> site(MemberSettings member) {
    return member.site().map(site -> "site=" + site);
  }

  private static Optional<String> ca(ClusterSettings cluster) {
    return cluster.tls().flatMap(TlsFiles::ca).map(file -> "CA=" + file);
  }

  private static Stream<String> of(MemberSettings member) {
    return Stream.of(
            Optional.of(member.zone())
                .filter(zone -> !zone.equals(FailureDomain.UNKNOWN))
                .map(zone -> "zone=" + zone),
            site(member),
            member.platform().jumpHosts().stream().findFirst().map(host -> "jump host=" + host),
            member.platform().address().map(address -> "machine=" + address),
            network(member.clientUrl().getHost()).map(network -> "network=" + network))
        .flatMap(Optional::stream);
  }

  private static Optional<String> network(String host) {
    Matcher address = NETWORK.matcher(host == null ? "" : host);
    return address.matches() ? Optional.of(address.group(1) + ".0/24") : Optional.empty();
  }
}
