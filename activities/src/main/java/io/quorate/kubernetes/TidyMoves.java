package io.quorate.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Moves that end what a hold did beside the held pod, in the same turn or after Quorate was killed
 * in the middle of one. A pod that was born gated and is not held is let go, once its predecessor
 * is proven to have ended.
 */
record TidyMoves(SetLook look, EtcdSet set) {

  /** The next move; empty where nothing is left over, or somebody still needs it. */
  Optional<Move> next() {
    List<EtcdPod> pods = look.podsOf(set);
    return Stream.of(
            pods.stream().filter(pod -> !isHeld(pod)).flatMap(pod -> letGo(pod).stream()),
            pods.stream().filter(pod -> !isHeld(pod)).flatMap(pod -> keeperInTheWay(pod).stream()),
            set.places().stream().flatMap(place -> keeperThatEnded(place).stream()),
            set.places().stream().flatMap(place -> givenUp(place).stream()),
            closing().stream(),
            pods.stream().filter(this::isFenced).map(pod -> new PodWrites(pod).release()),
            pods.stream().flatMap(pod -> spent(pod).stream()),
            due().stream(),
            unstated().stream())
        .flatMap(moves -> moves)
        .findFirst();
  }

  private boolean isHeld(EtcdPod pod) {
    return set.heldBy(pod.name()).isPresent() || pod.isHeld();
  }

  /** The move by which a pod that nobody holds becomes one that runs. */
  private Optional<Move> letGo(EtcdPod pod) {
    if (pod.isGated()) {
      return new Predecessor(set, pod)
          .proof()
          .filter(run -> new SetGuards(look, set).start(pod).isEmpty())
          .map(run -> unmarked(pod).orElseGet(() -> started(pod, run)))
          .or(() -> kept(pod));
    }
    Optional<Move> marked = unmarked(pod);
    if (marked.isPresent() && !pod.isDeleted()) {
      return marked;
    }
    return pod.isStartedAgain()
        ? Optional.of(new PodWrites(pod).record())
        : pod.ended().map(run -> gone(pod, run));
  }

  /** A gated pod that somebody deleted cannot run any more; the pod after it is started. */
  private Move started(EtcdPod pod, EndedRun before) {
    return pod.isDeleted()
        ? gone(pod, before)
        : new PodWrites(pod).ungate(new Predecessor(set, pod).carried(), set.bornAs(pod));
  }

  /**
   * A pod that stays gated counts as one of the template that the end of the window leaves. Its
   * object is kept: whoever deletes a pod that seems to hang would get one without a gate. A pod
   * with its own proof and without the hold: a person removed the hold.
   */
  private Optional<Move> kept(EtcdPod pod) {
    Optional<String> revision = set.bornAs(pod).filter(born -> pod.revision().isPresent());
    boolean stays = pod.isKept() || pod.endedBefore().isPresent();
    return pod.isDeleted() || (stays && revision.isEmpty())
        ? Optional.empty()
        : Optional.of(new PodWrites(pod).keepGated(revision));
  }

  /** The move by which the next gated pod stays gated without the window, whoever deletes it. */
  Optional<Move> kept() {
    return look.podsOf(set).stream()
        .filter(EtcdPod::isGated)
        .flatMap(pod -> kept(pod).stream())
        .findFirst();
  }

  private Optional<Move> unmarked(EtcdPod pod) {
    return set.places().stream()
        .filter(place -> place.name().equals(pod.name()))
        .flatMap(place -> ClaimWrites.unmarked(look, place).stream())
        .findFirst();
  }

  /**
   * The move by which nothing but the claim is left of a place that the set does without: the claim
   * says how the last run ended, then the pod that was held there goes, then its marks. An
   * operation that makes the place has marks there and no pod yet.
   */
  private Optional<Move> givenUp(MemberPod place) {
    if (set.wants(place.ordinal())) {
      return Optional.empty();
    }
    Optional<EtcdPod> pod = look.pod(place);
    if (pod.isPresent()) {
      return pod.filter(set::owns)
          .filter(seen -> seen.isDeleted() && seen.isKept() && seen.node().isEmpty())
          .map(seen -> released(place, seen));
    }
    return set.heldBy(place.name()).isPresent() && set.operation().isEmpty()
        ? Optional.of(
            new SetWrites(set).forget(Marks.held(place.name()), Marks.ended(place.name())))
        : Optional.empty();
  }

  private Move released(MemberPod place, EtcdPod pod) {
    Optional<Move> mark =
        look.claim(place)
            .filter(claim -> !ClaimWrites.isMarked(claim))
            .flatMap(claim -> pod.endedBefore().map(new ClaimWrites(claim)::mark));
    return mark.orElseGet(() -> new PodWrites(pod).release());
  }

  /**
   * The deletion of a keeper that has the volume where its member, which is not held any more, has
   * yet to start. One on the node of a member that restarts there is in nobody's way.
   */
  private Optional<Move> keeperInTheWay(EtcdPod pod) {
    return look.keeper(pod.name())
        .filter(keeper -> !keeper.isDeleted())
        .filter(
            keeper ->
                pod.isGated() || (keeper.node().isPresent() && !keeper.node().equals(pod.node())))
        .map(keeper -> new Move.Delete(keeper, Optional.empty()));
  }

  /** The deletion of a keeper that ended by itself, because nobody used the keeper any more. */
  private Optional<Move> keeperThatEnded(MemberPod place) {
    return look.keeper(place.name())
        .filter(keeper -> !keeper.isDeleted() && KeeperState.ended(keeper.pod()))
        .map(keeper -> new Move.Delete(keeper, Optional.empty()));
  }

  /** The end of a run is written down before the object that proves it may go. */
  private Move gone(EtcdPod pod, EndedRun run) {
    return set.ended(pod.name()).filter(known -> known.pod().equals(run.pod())).isPresent()
        ? new PodWrites(pod).release()
        : new SetWrites(set).ended(look, pod, run);
  }

  /**
   * The wait for a member without a pod, and without a proof that its etcd has ended. Its pod is
   * born gated only while the template has the gate, so the window stays open for so long.
   */
  Optional<Move> unborn() {
    return set.members()
        .filter(place -> set.isOpen() && set.ended(place.name()).isEmpty())
        .filter(place -> look.pod(place).map(this::isVanishing).orElse(true))
        .findFirst()
        .map(place -> new Move.Wait(unborn(place)));
  }

  /**
   * Whether the pod is being deleted and nothing will prove how it ended. A hold keeps all pods
   * before the window is opened; a set that is created with the window open has kept none.
   */
  private boolean isVanishing(EtcdPod pod) {
    return set.adoptedFrom().isPresent() && pod.isDeleted() && !pod.isKept();
  }

  private String unborn(MemberPod place) {
    return "the %s has not created %s yet%s"
        .formatted(
            set.words(),
            place.name(),
            look.pod(place)
                .map(
                    before ->
                        ", because the pod of before is still being deleted"
                            + before
                                .node()
                                .flatMap(look::doubt)
                                .map(why -> ", and " + why + new PodRelease(look, before).words())
                                .orElse(""))
                .orElse(""));
  }

  private Optional<Move> closing() {
    return set.isOpen() && unborn().isEmpty() && !inTransition()
        ? Optional.of(new SetWrites(set).closeWindow())
        : Optional.empty();
  }

  /** Whether a pod runs whose object is kept for no hold any more. */
  private boolean isFenced(EtcdPod pod) {
    return !inTransition()
        && !set.isOpen()
        && set.isObserved()
        && pod.isKept()
        && !pod.isDeleted()
        && !pod.isGated()
        && !isHeld(pod);
  }

  /** Removes the end of a run from the set, once the pod that came after it carries it or ran. */
  private Optional<Move> spent(EtcdPod pod) {
    return set.ended(pod.name())
        .filter(run -> !run.pod().equals(pod.uid()))
        .filter(run -> pod.isHeld() || !pod.isGated())
        .map(run -> new SetWrites(set).forget(Marks.ended(pod.name())))
        .or(() -> believed(pod));
  }

  /**
   * Removes the statement of a person that nothing ran before this pod, once the pod itself ran.
   */
  private Optional<Move> believed(EtcdPod pod) {
    return set.isStated(pod) && pod.hasRun()
        ? Optional.of(new SetWrites(set).forget(Marks.ended(pod.name())))
        : Optional.empty();
  }

  /** A set that was handed back with OnDelete gets its strategy back once that replaces no pod. */
  private Optional<Move> due() {
    return set.operation().isEmpty() && !set.isOpen() && new SavedStrategy(look, set).isDue()
        ? Optional.of(new SetWrites(set).handBack(true))
        : Optional.empty();
  }

  /** A statement outlives the plans of its operation, and ends with its own time. */
  private Optional<Move> unstated() {
    return new SetGuards(look, set).isStatementSpent()
        ? Optional.of(new SetWrites(set).forget(Marks.APPLIER_PAUSED))
        : Optional.empty();
  }

  /** Whether a hold has begun that has not come to its gated successor. */
  boolean inTransition() {
    return set.marked().anyMatch(this::isInTransition);
  }

  /** Without an operation, a place that the set does without gets no pod any more. */
  private boolean isInTransition(String name) {
    EtcdPod pod = look.pods().get(name);
    return pod == null ? set.operation().isPresent() || set.wants(name) : isOnItsWay(pod);
  }

  private boolean isOnItsWay(EtcdPod pod) {
    return pod.isDeleted()
        ? pod.isKept() || isLeaving(pod)
        : !pod.isHeld() && (pod.isKept() || pod.isGated());
  }

  /**
   * Whether a hold has let this pod go. Its object stays without the finalizer until the kubelet
   * has tidied up, for seconds on a busy node, and only then the successor is born.
   */
  private boolean isLeaving(EtcdPod pod) {
    return set.ended(pod.name()).filter(run -> run.pod().equals(pod.uid())).isPresent();
  }
}
