package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.quorate.cluster.Destination;
import io.quorate.workload.Arrival.Closed;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes of a destination that can take the pod of a member.
 *
 * @param fit the nodes, by name; of a zone the node where the pod is already, or else those with
 *     the fewest other pods of the cluster. None where the destination is closed
 * @param others further nodes of a zone that can take the pod, those with the fewest other pods
 *     first, and none on which the scheduler found no room
 * @param closed why there is none
 */
record Candidates(List<Node> fit, List<Node> others, Optional<Closed> closed) {
  Candidates {
    fit = List.copyOf(fit);
    others = List.copyOf(others);
  }

  /** The candidates among all nodes of the Kubernetes. */
  static Candidates of(SetLook look, MemberPod place, Destination to, List<Node> all) {
    return switch (to.kind()) {
      case NODE ->
          all.stream()
              .filter(node -> name(node).equals(to.name()))
              .findFirst()
              .map(node -> one(look, place, node, all))
              .orElseGet(
                  () -> closed("There is no node %s.".formatted(to.name()), "kubectl get nodes"));
      case ZONE -> inZone(look, place, to.name(), all);
    };
  }

  private static Candidates one(SetLook look, MemberPod place, Node node, List<Node> all) {
    Optional<Closed> objection = objection(look, place, node, all);
    return new Candidates(objection.isPresent() ? List.of() : List.of(node), List.of(), objection);
  }

  private static Candidates inZone(SetLook look, MemberPod place, String zone, List<Node> all) {
    List<Node> there = all.stream().filter(node -> zone.equals(zoneOf(node).orElse(null))).toList();
    if (there.isEmpty()) {
      String zones =
          all.stream()
              .flatMap(node -> zoneOf(node).stream())
              .distinct()
              .sorted()
              .collect(Collectors.joining(", "));
      return zones.isEmpty()
          ? closed(
              "No node has the label %s.".formatted(PodWorkload.ZONE),
              "kubectl label node NODE %s=%s".formatted(PodWorkload.ZONE, zone),
              "Or name a node: --to-node NODE.")
          : closed(
              "No node is in zone %s; the zones are %s.".formatted(zone, zones),
              "kubectl get nodes -L " + PodWorkload.ZONE);
    }
    List<Node> fit =
        there.stream().filter(node -> objection(look, place, node, all).isEmpty()).toList();
    return fit.isEmpty() ? noneOf(look, place, zone, there, all) : apart(look, place, fit);
  }

  /**
   * The node where an earlier attempt began, or else those with the fewest other pods. A node on
   * which the scheduler found no room in an earlier attempt comes last.
   */
  private static Candidates apart(SetLook look, MemberPod place, List<Node> fit) {
    Optional<EtcdPod> pod = look.pod(place);
    Optional<String> present = pod.flatMap(EtcdPod::node);
    List<String> taken =
        look.sets().values().stream().flatMap(set -> nodesOfOthers(look, set, place)).toList();
    ToLongFunction<Node> company = node -> taken.stream().filter(name(node)::equals).count();
    Predicate<Node> full = node -> pod.filter(Steering.to(node)::isRefused).isPresent();
    Comparator<Node> rank =
        Comparator.comparing((Node node) -> !present.equals(Optional.of(name(node))))
            .thenComparing(full::test)
            .thenComparingLong(company);
    List<Node> ranked = fit.stream().sorted(rank.thenComparing(Candidates::name)).toList();
    Predicate<Node> asGood = node -> rank.compare(node, ranked.getFirst()) == 0;
    return new Candidates(
        ranked.stream().filter(asGood).toList(),
        ranked.stream().filter(asGood.or(full).negate()).toList(),
        Optional.empty());
  }

  /** The nodes of the pods of a set, but of the one at this place. */
  private static Stream<String> nodesOfOthers(SetLook look, EtcdSet set, MemberPod place) {
    return look.podsOf(set).stream()
        .filter(pod -> !pod.name().equals(place.name()))
        .flatMap(pod -> pod.node().stream());
  }

  private static Candidates noneOf(
      SetLook look, MemberPod place, String zone, List<Node> there, List<Node> all) {
    List<Closed> why =
        there.stream().flatMap(node -> objection(look, place, node, all).stream()).toList();
    return new Candidates(
        List.of(),
        List.of(),
        Optional.of(
            new Closed(
                "No node of zone %s can take %s: %s"
                    .formatted(
                        zone,
                        place.name(),
                        why.stream().map(Closed::fact).collect(Collectors.joining(" "))),
                why.stream().flatMap(one -> one.todo().stream()).distinct().toList())));
  }

  private static Optional<Closed> objection(
      SetLook look, MemberPod place, Node node, List<Node> all) {
    EtcdSet set = look.set(place);
    List<String> taken = nodesOfOthers(look, set, place).toList();
    List<Node> others = all.stream().filter(other -> taken.contains(name(other))).toList();
    return new NodeFitness(set, others, node).objection().or(() -> unlabelled(node));
  }

  private static Optional<Closed> unlabelled(Node node) {
    return NodeTerms.labels(node).containsKey(VolumeNode.HOSTNAME)
        ? Optional.empty()
        : Optional.of(
            new Closed(
                "Node %s has no label %s, by which a pod is bound to it."
                    .formatted(name(node), VolumeNode.HOSTNAME),
                List.of(
                    "kubectl label node %s %s=%s"
                        .formatted(name(node), VolumeNode.HOSTNAME, name(node)))));
  }

  static String name(Node node) {
    return Objects.requireNonNull(node.getMetadata().getName());
  }

  static Optional<String> zoneOf(Node node) {
    return Optional.ofNullable(NodeTerms.labels(node).get(PodWorkload.ZONE));
  }

  private static Candidates closed(String fact, String... todo) {
    return new Candidates(
        List.of(), List.of(), Optional.of(new Closed(fact, Stream.of(todo).toList())));
  }
}
