package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One look at all objects of a cluster's StatefulSets.
 *
 * @param at when the first of them was asked for
 * @param sets by name; one that is not there has no entry
 * @param pods by name, all of the namespace
 * @param services all of the namespace; empty where no peer URL has an address, or where they could
 *     not be read
 * @param guard what an admission policy does to a set that is taken over
 * @param unread what could not be read, and why
 */
record SetLook(
    Instant at,
    SetNames names,
    Map<String, EtcdSet> sets,
    Map<String, EtcdPod> pods,
    Map<String, PersistentVolumeClaim> claims,
    Map<String, PersistentVolume> volumes,
    Map<String, Node> nodes,
    Optional<List<Service>> services,
    PolicyGuard guard,
    Map<Part, Failure> unread) {
  /** Parts of a look, each of which needs a right of its own. */
  enum Part {
    SETS,
    PODS,
    CLAIMS,
    VOLUMES,
    NODES
  }

  SetLook {
    sets = Map.copyOf(sets);
    pods = new TreeMap<>(pods);
    claims = Map.copyOf(claims);
    volumes = Map.copyOf(volumes);
    nodes = Map.copyOf(nodes);
    services = services.map(List::copyOf);
    unread = unread.isEmpty() ? Map.of() : new EnumMap<>(unread);
  }

  /** Why one of these parts could not be read; empty where all were. */
  Optional<Failure> unread(Part... parts) {
    return List.of(parts).stream()
        .flatMap(part -> Optional.ofNullable(unread.get(part)).stream())
        .findFirst();
  }

  /** Throws why one of these parts could not be read. */
  void require(Part... parts) {
    unread(parts)
        .ifPresent(
            why -> {
              throw why;
            });
  }

  /** The set of this name. */
  EtcdSet set(MemberPod place) {
    require(Part.SETS, Part.PODS);
    return Optional.ofNullable(sets.get(place.set()))
        .orElseThrow(() -> new Failure.Refused(noSet(place.set())));
  }

  /** The sentence that no set has this name, with what to do. */
  String noSet(String name) {
    return new MissingSet(this, name).sentence();
  }

  /**
   * The place of a member: by the name that the template gives to etcd there, or else by the name
   * of the pod or of its set.
   */
  Optional<MemberPod> place(MemberName member) {
    return sets.values().stream()
        .flatMap(set -> set.places().stream())
        .filter(place -> etcdName(place).equals(member.value()))
        .findFirst()
        .or(() -> names.pod(member));
  }

  /** The place of a member, which has to have one. */
  MemberPod requirePlace(MemberName member) {
    require(Part.SETS);
    return place(member)
        .orElseThrow(
            () ->
                new Failure.Refused(
                    "no pod of the %s has the name of %s".formatted(names.words(), member)));
  }

  /** The names that the templates give to etcd in their pods, and in the next ones. */
  List<String> etcdNames() {
    require(Part.SETS);
    return sets.values().stream()
        .flatMap(set -> set.places().stream())
        .map(this::etcdName)
        .toList();
  }

  /** The name that the template gives to etcd in a pod. */
  String etcdName(MemberPod place) {
    EtcdSet set = set(place);
    return EtcdContainer.in(set.template().getSpec())
        .map(etcd -> ContainerSettings.of(etcd.container(), set.metadata(place)))
        .flatMap(settings -> settings.value("ETCD_NAME"))
        .orElse(place.name());
  }

  /** The names of the pods of all members; those of the first ordinals where no set was read. */
  List<String> memberPods() {
    List<String> pods =
        sets.values().stream().flatMap(EtcdSet::members).map(MemberPod::name).sorted().toList();
    return pods.isEmpty() ? names.sets().stream().map(set -> set + "-0").toList() : pods;
  }

  Optional<EtcdPod> pod(MemberPod place) {
    return Optional.ofNullable(pods.get(place.name()));
  }

  /** The pods of the set, by their ordinals' names. */
  List<EtcdPod> podsOf(EtcdSet set) {
    return pods.values().stream()
        .filter(set::owns)
        .sorted(Comparator.comparing(EtcdPod::name))
        .toList();
  }

  /**
   * Names of the pods of all sets that Quorate's gate keeps from every node, whoever owns them: the
   * members of other sets are members of the same cluster.
   */
  List<String> gated() {
    return pods.values().stream()
        .filter(EtcdPod::isGated)
        .map(EtcdPod::name)
        .filter(names::canHave)
        .toList();
  }

  /** Why nothing of what runs on this node is known; empty where its kubelet speaks. */
  Optional<String> doubt(String node) {
    Optional<Failure> blind = unread(Part.NODES);
    if (blind.isPresent()) {
      return Optional.of(
          "its node %s could not be read: %s".formatted(node, blind.get().getMessage()));
    }
    Node seen = nodes.get(node);
    if (seen == null) {
      return Optional.of("its node %s is not in the list of nodes".formatted(node));
    }
    return isReady(seen)
        ? Optional.empty()
        : Optional.of(
            "its node %s does not answer (Ready is not True); what runs there is not known"
                .formatted(node));
  }

  /** Whether the node is gone, or did not answer for this long. An unknown time is long ago. */
  boolean isSilentFor(String node, Duration time) {
    Node seen = nodes.get(node);
    return seen == null
        || !isReady(seen) && since(seen).map(from -> !from.plus(time).isAfter(at)).orElse(true);
  }

  /** When its kubelet fell silent. */
  private static Optional<Instant> since(Node node) {
    return Optional.ofNullable(node.getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(one -> "Ready".equals(one.getType()) && one.getLastTransitionTime() != null)
        .map(one -> Instant.parse(one.getLastTransitionTime()))
        .findFirst();
  }

  static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .filter(one -> "Ready".equals(one.getType()))
            .map(NodeCondition::getStatus)
            .anyMatch("True"::equals);
  }

  /** The claim with the data of a place; empty where there is none, or its name is not known. */
  Optional<PersistentVolumeClaim> claim(MemberPod place) {
    return claimName(place).map(claims::get);
  }

  /** The name of the claim with the data of a place; empty where the data is on no known claim. */
  Optional<String> claimName(MemberPod place) {
    return Optional.ofNullable(sets.get(place.set())).flatMap(set -> set.dataClaim(place.name()));
  }

  /** The keeper of the member in the pod of this name, which any look may have made. */
  Optional<EtcdPod> keeper(String pod) {
    return Optional.ofNullable(pods.get(KeeperOrder.PREFIX + pod))
        .filter(found -> found.label(Marks.KEEPER).equals(Optional.of(pod)));
  }

  /**
   * Other pods that use a claim of this pod of the set: keepers, as a rule. A claim that several
   * members share is no claim of its own, and a pod that is over uses none.
   */
  List<EtcdPod> besides(EtcdSet set, EtcdPod pod) {
    List<String> own = pod.claims().stream().filter(claim -> set.makes(claim, pod.name())).toList();
    return pods.values().stream()
        .filter(other -> !other.uid().equals(pod.uid()) && !other.isOver())
        .filter(other -> other.claims().stream().anyMatch(own::contains))
        .toList();
  }
}
