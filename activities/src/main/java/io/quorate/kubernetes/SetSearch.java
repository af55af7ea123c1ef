package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search for the StatefulSets of one cluster in a namespace. The search reads the pods and
 * their sets, and needs no right but those of a look.
 */
public final class SetSearch {
  private final SetApi api;
  private final String namespace;

  /** The name of the API server for people. */
  private final String source;

  SetSearch(SetApi api, String namespace, String source) {
    this.api = api;
    this.namespace = namespace;
    this.source = source;
  }

  /** The search in a namespace; asks the API server nothing yet. */
  public static SetSearch in(ApiClients clients, ApiSource source, String namespace) {
    return new SetSearch(
        new SetRequests(clients.client(source), namespace), namespace, source.name());
  }

  /**
   * Finds the StatefulSets.
   *
   * @param chosen names of the StatefulSets; empty for whatever runs etcd there
   * @throws Failure.Refused where nobody can tell which StatefulSets are the cluster
   * @throws Failure.Unreached where no pod of a StatefulSet runs etcd
   */
  public FoundSets find(List<String> chosen) {
    List<EtcdPod> pods = api.pods().stream().map(EtcdPod::new).toList();
    List<EtcdSet> sets = chosen.isEmpty() ? running(pods) : named(chosen, pods);
    List<List<EtcdSet>> clusters = SetGroups.of(sets);
    if (chosen.isEmpty() && clusters.size() > 1) {
      throw several(clusters);
    }
    requireOneForEachMember(sets);
    return new RunningSets(sets, pods, clusters.size() == 1).found();
  }

  private List<EtcdSet> running(List<EtcdPod> pods) {
    List<EtcdSet> sets = setsOf(pods).stream().flatMap(name -> set(name).stream()).toList();
    if (sets.isEmpty()) {
      throw new Failure.Unreached(
          "no pod of a StatefulSet runs etcd in the namespace %s of %s%s"
              .formatted(namespace, source, others(pods)));
    }
    return sets;
  }

  private List<EtcdSet> named(List<String> chosen, List<EtcdPod> pods) {
    return chosen.stream()
        .map(name -> set(name).orElseThrow(() -> missing(name, setsOf(pods))))
        .toList();
  }

  private Optional<EtcdSet> set(String name) {
    return LookAtSets.set(api, name).map(EtcdSet::new);
  }

  private Failure missing(String name, Collection<String> running) {
    return new Failure.Refused(
        "there is no StatefulSet %s in the namespace %s of %s; etcd runs there in: %s"
            .formatted(
                name, namespace, source, running.isEmpty() ? "none" : String.join(", ", running)));
  }

  /** Names of the sets whose pods run etcd; a keeper of Quorate belongs to no set. */
  private static List<String> setsOf(List<EtcdPod> pods) {
    return running(pods, EtcdPod::controller)
        .filter(owner -> owner.getKind().equals("StatefulSet"))
        .map(OwnerReference::getName)
        .distinct()
        .sorted()
        .toList();
  }

  private static <T> Stream<T> running(List<EtcdPod> pods, Function<EtcdPod, Optional<T>> of) {
    return pods.stream()
        .filter(pod -> pod.container().filter(EtcdContainer::isSurelyEtcd).isPresent())
        .filter(pod -> pod.label(Marks.KEEPER).isEmpty())
        .flatMap(pod -> of.apply(pod).stream());
  }

  /** The pods that run etcd there without a set, with the way out. */
  private static String others(List<EtcdPod> pods) {
    return MissingSet.ofControlPlane(pods)
        .or(() -> MissingSet.ofStrangers(pods))
        .orElse(
            ". Do: correct the namespace or the context; name a StatefulSet that has no pod with"
                + " --stateful-set");
  }

  private Failure several(List<List<EtcdSet>> clusters) {
    List<String> each = clusters.stream().map(SetGroups::names).toList();
    return new Failure.Refused(
        "StatefulSets of the namespace %s run etcd, and nothing shows that they are one cluster: %s. Do: choose the sets of one cluster: %s"
            .formatted(
                namespace,
                String.join("; ", each),
                each.stream()
                    .map(names -> "--stateful-set " + names.replace(" ", ""))
                    .collect(Collectors.joining(", or "))));
  }

  private void requireOneForEachMember(List<EtcdSet> sets) {
    sets.stream()
        .filter(set -> sets.size() > 1 && set.replicas() > 1)
        .findFirst()
        .ifPresent(
            large -> {
              throw new Failure.Refused(
                  "the %s of the namespace %s has %d replicas, and a cluster has one StatefulSet, or one for each member. Do: choose this one alone: --stateful-set %s"
                      .formatted(large.words(), namespace, large.replicas(), large.name()));
            });
  }
}
