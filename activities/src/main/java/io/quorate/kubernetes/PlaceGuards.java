package io.quorate.kubernetes;

import io.quorate.cluster.Amounts;
import io.quorate.port.Failure;
import java.util.Optional;

/**
 * Reasons not to change the number of pods of a StatefulSet, and not to hand the set back with
 * another number than that of its manifest, each with the way out.
 *
 * @param asking the operation that asks, where no operation has the set yet
 */
record PlaceGuards(SetLook look, EtcdSet set, Optional<String> asking) {
  /** Reasons for the operation that has the set; for any one where none has it. */
  PlaceGuards(SetLook look, EtcdSet set) {
    this(look, set, Optional.empty());
  }

  /** Throws why the set neither gets a place nor gives one up. */
  void requireChange(MemberPod place) {
    refuse("The place %s is not changed: ".formatted(place.name()), fixed());
  }

  /** Throws why the set is not handed back. */
  void requireHandBack() {
    refuse("The pods of the %s are not handed back: ".formatted(set.words()), handBack());
  }

  private static void refuse(String what, Optional<String> why) {
    why.ifPresent(
        words -> {
          throw new Failure.Refused(what + words);
        });
  }

  /** Why the set neither gets a place nor gives one up; empty where nothing speaks against it. */
  Optional<String> fixed() {
    return ordered().or(this::applied).or(this::unclear);
  }

  /**
   * The last pod is given up after its member was removed, so the question comes before that. A pod
   * with a known trap blocks the removal of its own member, but not the joining of others.
   */
  private Optional<String> unclear() {
    return set.members()
        .reduce((earlier, last) -> last)
        .flatMap(look::pod)
        .filter(set::owns)
        .filter(pod -> StopHazard.of(pod).isEmpty())
        .flatMap(
            pod ->
                new SetGuards(look, set)
                    .unclear(pod)
                    .map(why -> "of pod %s, %s".formatted(pod.name(), why)));
  }

  private Optional<String> ordered() {
    return set.isOrdered() ? Optional.of(SetGuards.ORDERED) : Optional.empty();
  }

  /** A manifest with OnDelete keeps its number of pods all the same. */
  private Optional<String> applied() {
    SetGuards guards = new SetGuards(look, set, set.operation().or(() -> asking));
    return look.guard().bound() || guards.isPaused()
        ? Optional.empty()
        : AppliedReplicas.of(set)
            .map(
                was ->
                    "%s applies the manifest of the %s with replicas: %d, and an apply in the middle deletes the pods of members that have joined, or brings those of removed ones back. Install Quorate's admission policy; or pause it and state that: %s"
                        .formatted(was.by(), set.words(), was.number(), guards.statePaused()));
  }

  /** The warning of a plan that changes the number of pods. */
  Optional<String> manifest() {
    return AppliedReplicas.of(set)
        .map(
            was ->
                "%s applies the manifest of the %s with replicas: %d. Write the new number into that manifest before the end of this plan: the workloads are handed back only after a person has stated that."
                    .formatted(was.by(), set.words(), was.number()));
  }

  private Optional<String> handBack() {
    return AppliedReplicas.before(set)
        .filter(was -> was.number() != set.replicas() && !isWritten())
        .map(
            was ->
                "%s applies its manifest with replicas: %d, and %d are there now: the next apply %s. Write replicas: %d into that manifest, then state that: kubectl annotate --overwrite statefulset %s -n %s %s='%s'"
                    .formatted(
                        was.by(),
                        was.number(),
                        set.replicas(),
                        consequence(set.replicas() - was.number()),
                        set.replicas(),
                        set.name(),
                        set.set().getMetadata().getNamespace(),
                        Marks.REPLICAS_WRITTEN,
                        statement()));
  }

  private static String consequence(int more) {
    return more > 0
        ? "would delete %s of members at once".formatted(Amounts.count(more, "pod"))
        : "would start %s of removed members".formatted(Amounts.count(-more, "pod"));
  }

  /** Whether the manifest has the number of now: the set shows that, or a person states it. */
  private boolean isWritten() {
    return statement().equals(set.annotations().get(Marks.REPLICAS_WRITTEN))
        || AppliedReplicas.written(set).filter(now -> now.number() == set.replicas()).isPresent();
  }

  /** The statement of a person about this very set. */
  private String statement() {
    return "%d of %s".formatted(set.replicas(), set.uid());
  }
}
