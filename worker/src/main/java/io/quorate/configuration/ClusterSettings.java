package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.view.JumpHosts;
import io.quorate.workload.ConfiguredMember;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One cluster of etcd.
 *
 * @param sets the StatefulSets that run the members; empty on hosts
 * @param alerts labels that mean this cluster; an alert that has them all is about it
 * @param members the members by name; those of a StatefulSet may be missing here, for the
 *     StatefulSet names them
 * @param tls certificates; empty: connections without TLS
 * @param peerTls certificates for peer URLs; empty: those of {@code tls}
 */
public record ClusterSettings(
    ClusterKey key,
    Optional<SetSettings> sets,
    Map<String, String> alerts,
    SortedMap<MemberName, MemberSettings> members,
    Optional<TlsFiles> tls,
    Optional<TlsFiles> peerTls,
    Optional<Credentials> credentials,
    BackupSettings backup,
    RehearseSettings rehearse,
    WatchSettings watch) {
  public ClusterSettings {
    alerts = Map.copyOf(alerts);
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
  }

  /** A cluster without scheduled rehearsals, of which the watch tells everything. */
  public ClusterSettings(
      ClusterKey key,
      Optional<SetSettings> sets,
      Map<String, String> alerts,
      SortedMap<MemberName, MemberSettings> members,
      Optional<TlsFiles> tls,
      Optional<TlsFiles> peerTls,
      Optional<Credentials> credentials,
      BackupSettings backup) {
    this(
        key,
        sets,
        alerts,
        members,
        tls,
        peerTls,
        credentials,
        backup,
        RehearseSettings.NONE,
        WatchSettings.EVERYTHING);
  }

  /** The cluster with these members. */
  public ClusterSettings withMembers(SortedMap<MemberName, MemberSettings> all) {
    return new ClusterSettings(
        key, sets, alerts, all, tls, peerTls, credentials, backup, rehearse, watch);
  }

  /**
   * The names of all members; empty where StatefulSets name them, of which some may stand here for
   * their URLs.
   */
  public Set<MemberName> listed() {
    return sets.isPresent() ? Set.of() : members.keySet();
  }

  /** All places of members, including the places where a migration takes them. */
  public List<MemberSettings> everywhere() {
    return members.values().stream()
        .flatMap(member -> Stream.concat(Stream.of(member), member.next().stream()))
        .toList();
  }

  /**
   * Returns whether every place of a member that the other settings have is the same place here.
   * Places may be added, and logins, certificates, labels and schedules be others.
   */
  public boolean keepsPlacesOf(ClusterSettings before) {
    boolean sameSets =
        sets.isPresent() == before.sets.isPresent()
            && sets.stream().allMatch(own -> before.sets.stream().allMatch(own::areThoseOf));
    return sameSets
        && before.everywhere().stream()
            .allMatch(place -> everywhere().stream().anyMatch(place::isSamePlaceAs));
  }

  /** The client URL to which etcd's password would go in the clear; empty where there is none. */
  public Optional<URI> urlInTheClear() {
    return everywhere().stream()
        .map(MemberSettings::clientUrl)
        .filter(url -> "http".equals(url.getScheme()) && !HostPort.of(url).loopback())
        .findFirst()
        .filter(url -> credentials.isPresent());
  }

  /** Whether clients are served with TLS, while nothing says whom to trust. */
  public boolean lacksTls() {
    return tls.isEmpty()
        && everywhere().stream().anyMatch(member -> "https".equals(member.clientUrl().getScheme()));
  }

  /** The places of the members by name, as observations know them. */
  public Map<MemberName, ConfiguredMember> places() {
    Map<MemberName, ConfiguredMember> places = new TreeMap<>();
    everywhere().forEach(member -> places.put(member.name(), member.place()));
    return places;
  }

  /** The hosts on the ways to the machines of the members. */
  public JumpHosts jumpHosts() {
    Map<MemberName, List<String>> jumps = new TreeMap<>();
    members.forEach((name, member) -> jumps.put(name, member.platform().jumpHosts()));
    return new JumpHosts(jumps);
  }

  /** An etcd user, for clusters with authentication. */
  public record Credentials(SecretFile user, SecretFile password) {}
}
