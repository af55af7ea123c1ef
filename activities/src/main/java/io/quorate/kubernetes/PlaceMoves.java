package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.quorate.port.Failure;
import java.util.Optional;

/**
 * Moves that give a StatefulSet one ordinal more, or one less. A new pod is born gated and held, so
 * nothing starts on its claim. The end of a member is written on its claim before its pod goes,
 * because the claim stays and the pod's name may come back.
 */
record PlaceMoves(SetLook look, MemberPod place, String operation) {

  /** The next move until the pod of the place is there and held. */
  Move add() {
    EtcdSet set = look.set(place);
    if (set.wants(place.ordinal()) || !set.isTakenOver()) {
      return hold().next();
    }
    new PlaceGuards(look, set).requireChange(place);
    if (place.ordinal() != set.end()) {
      throw new Failure.Refused(
          "%s is not made: the next ordinal of the %s is %d"
              .formatted(place.name(), set.words(), set.end()));
    }
    if (look.pod(place).isPresent()) {
      return new TidyMoves(look, set)
          .next()
          .orElseGet(
              () -> new Move.Wait("the pod %s of before is still there".formatted(place.name())));
    }
    EndedRun before = new Vacancy(look, set, place).require();
    return isMade(set) ? opened(set) : made(set, before);
  }

  private Move made(EtcdSet set, EndedRun before) {
    InitialCluster.objection(set)
        .ifPresent(
            why -> {
              throw new Failure.Refused("%s is not made: %s".formatted(place.name(), why));
            });
    return new SetWrites(set).make(place.name(), operation, before);
  }

  /** Whether the end of the run before is written on the set, and the set is as it was then. */
  private boolean isMade(EtcdSet set) {
    return set.heldBy(place.name()).isPresent()
        && set.ended(place.name())
            .filter(run -> set.isGated() || run.generation() == set.generation())
            .isPresent();
  }

  private Move opened(EtcdSet set) {
    return set.isGated() && set.isObserved()
        ? new SetWrites(set).replicas(set.replicas() + 1)
        : hold().opened(set);
  }

  private HoldMoves hold() {
    return new HoldMoves(look, place, operation, HoldMoves.Reach.STOPPED);
  }

  /** The next move until the StatefulSet does without the place. */
  Move remove() {
    EtcdSet set = look.set(place);
    if (!set.isTakenOver()) {
      return hold().next();
    }
    return set.wants(place.ordinal()) ? fewer(set) : gone(set);
  }

  private Move fewer(EtcdSet set) {
    new PlaceGuards(look, set).requireChange(place);
    if (place.ordinal() != set.end() - 1) {
      throw new Failure.Refused(
          "%s is not given up: the %s gives up its last ordinal first, which is %d"
              .formatted(place.name(), set.words(), set.end() - 1));
    }
    Move held = hold().next();
    if (!(held instanceof Move.Done)) {
      return held;
    }
    if (set.deletesClaims()) {
      return new SetWrites(set).keepClaims();
    }
    if (!set.isObserved()) {
      return new Move.Wait(
          "the controller has not seen the %s as it is now".formatted(set.words()));
    }
    Optional<EndedRun> ended = look.pod(place).flatMap(EtcdPod::endedBefore);
    Optional<PersistentVolumeClaim> unmarked =
        look.claim(place).filter(claim -> !ClaimWrites.isMarked(claim));
    return ended.isPresent() && unmarked.isPresent()
        ? new ClaimWrites(unmarked.get()).mark(ended.get())
        : new SetWrites(set).replicas(set.replicas() - 1);
  }

  private Move gone(EtcdSet set) {
    boolean isThere = look.pod(place).filter(set::owns).isPresent();
    String held = Marks.held(place.name());
    String ended = Marks.ended(place.name());
    boolean marked = set.annotations().containsKey(held) || set.annotations().containsKey(ended);
    if (!isThere && marked) {
      return new SetWrites(set).forget(held, ended);
    }
    return new TidyMoves(look, set)
        .next()
        .orElseGet(
            () ->
                isThere
                    ? new Move.Wait("the pod %s is still there".formatted(place.name()))
                    : new Move.Done(new PodWorkload(look, place, false).workload().evidence()));
  }
}
