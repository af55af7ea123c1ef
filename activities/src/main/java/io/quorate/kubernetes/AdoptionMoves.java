package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Moves that create a StatefulSet again with another podManagementPolicy, which cannot be changed:
 * the manifest is written down, the set deleted without its pods, created, and has its pods adopted
 * again. While the set is away the way back and the way on are the same: it is created.
 *
 * @param sum of the manifest in the plan
 */
record AdoptionMoves(SetLook look, String sum) {

  /** The next move until the set creates its pods without an order, and has adopted all of them. */
  Move adopt() {
    EtcdSet set = requireSet();
    if (set.isAway()) {
      return new Move.Make(SetNote.of(set).adopted(lacking(look, set).findAny().isPresent()));
    }
    return set.isOrdered() ? leave(set, true) : settled(set);
  }

  /** The next move until the set is as it was before, and has adopted all of its pods. */
  Move giveBack() {
    Optional<EtcdSet> created = createdByHand();
    if (created.isPresent()) {
      return settled(created.get());
    }
    EtcdSet set = requireSet();
    if (set.isAway()) {
      return new Move.Make(SetNote.of(set).takenOver());
    }
    return set.isOrdered() ? settled(set) : leave(set, false);
  }

  /**
   * The members without a pod that stays. Without an order the controller creates all of their pods
   * at once, on empty volumes too, whether the pods before them are ready or not; these pods are
   * born gated (docs/etcd.md#empty-volumes, #n-04).
   */
  static Stream<MemberPod> lacking(SetLook look, EtcdSet set) {
    return set.members().filter(place -> look.pod(place).filter(pod -> !pod.isDeleted()).isEmpty());
  }

  /** The set as it was, which somebody created from the manifest that was written down. */
  private Optional<EtcdSet> createdByHand() {
    return Optional.ofNullable(look.sets().get(look.names().sets().getFirst()))
        .filter(set -> set.operation().isEmpty() && set.isOrdered() && !set.isDeleted())
        .filter(set -> SetNote.of(set).sum().equals(sum));
  }

  private EtcdSet requireSet() {
    look.require(Part.SETS, Part.PODS, Part.CLAIMS, Part.VOLUMES);
    String name = look.names().sets().getFirst();
    EtcdSet seen = look.sets().get(name);
    if (seen == null) {
      throw new Failure.Refused(look.noSet(name));
    }
    EtcdSet set = seen.isAway() ? written(seen) : seen;
    if (set.operation().isEmpty()) {
      throw new Failure.Refused(
          "The %s is left as it is: no operation has taken it over any more, so somebody created it again, or took that mark away. Do: look who applies it, then start adopt again"
              .formatted(set.words()));
    }
    String now = SetNote.of(set).sum();
    if (!now.equals(sum)) {
      throw new Failure.Refused(
          "The %s is left as it is: somebody has changed it since the plan (manifest %s, now %s)"
              .formatted(set.words(), sum, now));
    }
    return set;
  }

  /** The set that is away by the manifest of the plan, whatever else stands on some object. */
  private EtcdSet written(EtcdSet away) {
    return CarriedNotes.of(look.names(), away.name(), look.claims().values(), look.pods().values())
        .withSum(sum)
        .findFirst()
        .map(CarriedNotes.Carried::set)
        .orElse(away);
  }

  private Move leave(EtcdSet set, boolean adopts) {
    if (set.isDeleted()) {
      return new Move.Wait("the %s is not deleted yet".formatted(set.words()));
    }
    if (!set.isTakenOver()) {
      // Somebody brought RollingUpdate back, which would restart pods of another template.
      return new SetWrites(set).onDeleteAgain();
    }
    if (adopts) {
      new SetGuards(look, set).requireAdoption();
    }
    AdoptionTraces traces = new AdoptionTraces(look, set);
    if (!traces.areSafe()) {
      throw new Failure.Refused(
          "The %s is left as it is: no claim is there that could keep its manifest, and one pod is not enough"
              .formatted(set.words()));
    }
    return traces
        .unwritten(SetNote.of(set))
        .or(traces::unprotected)
        .or(() -> new TidyMoves(look, set).kept())
        .orElseGet(() -> new Move.Leave(set.set(), again(look, set)));
  }

  /** The sets of which one is created once this one is deleted: the other one, or the way back. */
  static List<StatefulSet> again(SetLook look, EtcdSet set) {
    SetNote note = SetNote.of(set);
    return List.of(note.takenOver(), note.adopted(lacking(look, set).findAny().isPresent()));
  }

  /** The next move until the set owns all pods that stay; then done. */
  static Move settled(SetLook look, EtcdSet set) {
    return new AdoptionMoves(look, "").settled(set);
  }

  private Move settled(EtcdSet set) {
    if (!set.isObserved()) {
      return new Move.Wait("the controller has not seen the new %s".formatted(set.words()));
    }
    Optional<Move> unborn = new TidyMoves(look, set).unborn();
    if (unborn.isPresent()) {
      return unborn.get();
    }
    List<EtcdPod> pods =
        set.members()
            .flatMap(place -> look.pod(place).stream())
            .filter(pod -> !pod.isDeleted())
            .toList();
    return pods.stream()
        .filter(pod -> !set.owns(pod))
        .findFirst()
        .map(pod -> unadopted(set, pod))
        .or(() -> new AdoptionTraces(look, set).next())
        .orElseGet(() -> new Move.Done(evidence(set, pods)));
  }

  private static Move unadopted(EtcdSet set, EtcdPod pod) {
    Optional<OwnerReference> owner = pod.controller();
    if (owner.isPresent()) {
      throw new Failure.Refused(
          "The pod %s belongs to %s, and not to the %s of its name"
              .formatted(pod.name(), EtcdSet.words(owner.get()), set.words()));
    }
    return new Move.Wait("the %s has not adopted %s yet".formatted(set.words(), pod.name()));
  }

  private static String evidence(EtcdSet set, List<EtcdPod> pods) {
    String names = names(pods);
    String others = names(pods.stream().filter(pod -> !isAsTheTemplate(set, pod)).toList());
    return "the %s has podManagementPolicy %s%s%s"
        .formatted(
            set.words(),
            set.policy(),
            names.isEmpty() ? " and no pod" : ", and its pods are " + names,
            others.isEmpty()
                ? ""
                : "; of another template than its own, which OnDelete leaves alone: " + others);
  }

  private static boolean isAsTheTemplate(EtcdSet set, EtcdPod pod) {
    return pod.revision().equals(Optional.of(set.closedRevision()));
  }

  private static String names(List<EtcdPod> pods) {
    return pods.stream().map(EtcdPod::name).collect(Collectors.joining(", "));
  }
}
