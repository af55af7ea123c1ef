package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import io.quorate.port.FoundSets.FoundImage;
import io.quorate.port.FoundSets.FoundMember;
import io.quorate.port.FoundSets.FoundTls;
import io.quorate.port.FoundSets.FoundUrls;
import io.quorate.supervisor.ImageTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The StatefulSets of one cluster, told for a configuration.
 *
 * @param pods all pods of the namespace
 * @param isOneCluster whether the templates show that the sets are one cluster
 */
record RunningSets(List<EtcdSet> sets, List<EtcdPod> pods, boolean isOneCluster) {
  private static final int LONGEST = 200;

  FoundSets found() {
    return new FoundSets(
        sets.stream().map(EtcdSet::name).toList(),
        sets.stream().flatMap(set -> set.members().map(place -> member(set, place))).toList(),
        images(),
        tls(TemplateTls::clients),
        tls(TemplateTls::peers),
        sets.stream().flatMap(set -> Applier.traces(set).stream()).toList(),
        untold());
  }

  private static FoundMember member(EtcdSet set, MemberPod place) {
    String name =
        settings(set, place).flatMap(known -> known.value("ETCD_NAME")).orElse(place.name());
    return new FoundMember(CleanText.line(name, LONGEST), urls(set, place));
  }

  /** The URLs of a member; empty where the template does not tell them. */
  static Optional<FoundUrls> urls(EtcdSet set, MemberPod place) {
    try {
      SetMembers.SetMember member = SetMembers.member(set.set(), place.name());
      return Optional.of(new FoundUrls(member.clientUrl(), member.peerUrl()));
    } catch (Failure.Fault | Failure.Refused unread) {
      return Optional.empty();
    }
  }

  /** The settings of etcd in a pod of the set; empty where its container is not known. */
  static Optional<ContainerSettings> settings(EtcdSet set, MemberPod place) {
    return container(set).map(etcd -> ContainerSettings.of(etcd, set.metadata(place)));
  }

  private static Optional<Container> container(EtcdSet set) {
    return EtcdContainer.in(set.template().getSpec()).map(EtcdContainer::container);
  }

  private List<FoundImage> images() {
    Stream<Container> templates = sets.stream().flatMap(set -> container(set).stream());
    Stream<Container> running =
        pods.stream()
            .filter(pod -> sets.stream().anyMatch(set -> set.owns(pod)))
            .flatMap(pod -> pod.container().stream())
            .map(EtcdContainer::container);
    return Stream.concat(templates, running)
        .map(Container::getImage)
        .distinct()
        .map(image -> new FoundImage(image, ImageTag.version(image)))
        .toList();
  }

  private Optional<FoundTls> tls(Function<TemplateTls, Optional<FoundTls>> whose) {
    return sets.stream()
        .flatMap(set -> TemplateTls.of(set).stream())
        .flatMap(tls -> whose.apply(tls).stream())
        .findFirst();
  }

  private List<String> untold() {
    List<String> untold = new ArrayList<>();
    if (!isOneCluster) {
      untold.add(
          "nothing shows that these StatefulSets are one cluster: no template lists the peer URLs"
              + " of the others");
    }
    sets.stream().flatMap(set -> untold(set).stream()).forEach(untold::add);
    return untold;
  }

  private Optional<String> untold(EtcdSet set) {
    if (set.replicas() == 0) {
      return Optional.of("the %s has no replicas, so it names no member".formatted(set.words()));
    }
    try {
      List<SetMembers.SetMember> unused = SetMembers.of(List.of(set.set()));
      return Optional.empty();
    } catch (Failure.Fault | Failure.Refused unread) {
      return Optional.of(String.valueOf(unread.getMessage()));
    }
  }
}
