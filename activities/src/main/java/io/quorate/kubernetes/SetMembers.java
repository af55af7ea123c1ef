package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Members that the StatefulSets of a cluster name: one for each ordinal, with the addresses that
 * the template gives to etcd. The peer URL stays as the template has it: etcd compares its text.
 */
public final class SetMembers {
  /** How many ordinals more a set could have: from one member to seven. */
  static final int FURTHER = 6;

  private static final int LONGEST = 100;

  // As etcd takes URLs: without a path, a user or a query.
  private static final Pattern URL =
      Pattern.compile("https?://(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9.-]+):\\d{1,5}");

  private SetMembers() {}

  /**
   * A member with its pod.
   *
   * @param name the member's name in etcd
   * @param metricsUrl empty where the template names no address for metrics
   */
  public record SetMember(
      MemberName name, String pod, URI peerUrl, URI clientUrl, Optional<URI> metricsUrl) {
    /** The ordinal of the pod in its set. */
    public int ordinal() {
      return Integer.parseInt(pod.substring(pod.lastIndexOf('-') + 1));
    }
  }

  /** Returns the members of these StatefulSets, by set and ordinal. */
  public static List<SetMember> of(List<StatefulSet> sets) {
    return sets.stream()
        .map(EtcdSet::new)
        .flatMap(set -> set.members().map(place -> member(set, place)))
        .toList();
  }

  /** Returns the members of a set, and those that the set could have next. */
  static List<SetMember> possible(StatefulSet set) {
    EtcdSet seen = new EtcdSet(set);
    return seen.places().stream().map(place -> member(seen, place)).toList();
  }

  private static SetMember member(EtcdSet set, MemberPod place) {
    return member(set.set(), place.name());
  }

  /** Returns the member that the StatefulSet runs in the pod of this name. */
  public static SetMember member(StatefulSet set, String pod) {
    ContainerSettings settings = settings(set, pod);
    URI client =
        inNamespace(
            set, pod, url(set, settings, "ETCD_ADVERTISE_CLIENT_URLS", "advertise-client-urls"));
    URI peer =
        url(set, settings, "ETCD_INITIAL_ADVERTISE_PEER_URLS", "initial-advertise-peer-urls");
    return new SetMember(
        name(set, settings.value("ETCD_NAME").orElse(pod)),
        pod,
        peer,
        client,
        settings
            .value("ETCD_LISTEN_METRICS_URLS")
            .map(SetMembers::first)
            .flatMap(metrics -> atHostOf(client, metrics)));
  }

  private static MemberName name(StatefulSet set, String name) {
    if (!MemberName.isPlain(name)) {
      throw new Failure.Fault(
          "the template of the StatefulSet %s/%s gives etcd the name '%s', which cannot be a member's name; use letters, digits, dots, hyphens and underscores"
              .formatted(
                  set.getMetadata().getNamespace(),
                  set.getMetadata().getName(),
                  CleanText.line(name, LONGEST)));
    }
    return new MemberName(name);
  }

  /** Returns the settings that the template gives to etcd in the pod of this name. */
  static ContainerSettings settings(StatefulSet set, String pod) {
    return ContainerSettings.of(container(set.getSpec().getTemplate()), EtcdSet.metadata(set, pod));
  }

  /** Returns the container of etcd; throws where the template does not tell. */
  static Container container(PodTemplateSpec template) {
    return EtcdContainer.in(template.getSpec())
        .map(EtcdContainer::container)
        .orElseThrow(() -> new Failure.Refused(EtcdContainer.UNCLEAR));
  }

  private static URI url(
      StatefulSet set, ContainerSettings settings, String variable, String flag) {
    return settings
        .value(variable)
        .flatMap(SetMembers::firstUrl)
        .orElseThrow(
            () ->
                new Failure.Fault(
                    "the template of the StatefulSet %s/%s has no --%s that can be read; list the members with their clientUrl and peerUrl under members in quorate.yml"
                        .formatted(
                            set.getMetadata().getNamespace(), set.getMetadata().getName(), flag)));
  }

  /**
   * The URL with the namespace of the set in its host. A pod resolves a short name in its own
   * namespace, and so would Quorate: another cluster of the same manifest may be there.
   */
  private static URI inNamespace(StatefulSet set, String pod, URI url) {
    String host = url.getHost();
    String service = String.valueOf(set.getSpec().getServiceName());
    boolean address = host.startsWith("[") || host.matches("[\\d.]+") || host.equals("localhost");
    if (address || !host.matches("[^.]+(\\." + Pattern.quote(service) + ")?")) {
      return url;
    }
    String known = host.equals(pod) ? pod + "." + service : host;
    return URI.create(
        "%s://%s.%s.svc:%d"
            .formatted(url.getScheme(), known, set.getMetadata().getNamespace(), url.getPort()));
  }

  /** The first of these URLs; empty where etcd does not take the first URL. */
  static Optional<URI> firstUrl(String urls) {
    return Optional.of(first(urls))
        .filter(value -> URL.matcher(value).matches())
        .flatMap(SetMembers::parsed);
  }

  private static String first(String urls) {
    return urls.split(",", 2)[0].strip();
  }

  private static Optional<URI> parsed(String url) {
    try {
      return Optional.of(URI.create(url)).filter(known -> known.getHost() != null);
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  /** Metrics are listened for on any address, and reached at the member's own. */
  private static Optional<URI> atHostOf(URI client, String metrics) {
    String port = metrics.replaceFirst(".*:(\\d+).*", "$1");
    String scheme = metrics.startsWith("https:") ? "https" : "http";
    return parsed(scheme + "://" + client.getHost() + ":" + port);
  }
}
