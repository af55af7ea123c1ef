package io.quorate.kubernetes;

import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Leftovers of holds on the objects of a cluster: a hold that was cut off after its pod was
 * deleted, pods that were born gated in place of others, kept objects, a gate in the template. The
 * worker clears them again and again, and waits for nobody.
 *
 * <p>A hold that has deleted its pod is brought to its end here, because nobody else can: until the
 * pod is held, its member does not vote, and no later attempt of the step passes its guard. A hold
 * that has deleted nothing is left alone, and so is a set that no operation has taken over: nobody
 * would hand the set back. A set of an operation that is over is handed back here, once no pod of
 * any set of the cluster is gated: its controller could replace the member of another pod beside
 * the one that is held.
 */
public final class Leftovers {
  private static final int MOST_MOVES = 20;

  private final Turn turn;

  Leftovers(Turn turn) {
    this.turn = turn;
  }

  /**
   * Clears what can be cleared now. A pod whose predecessor is not proven to have ended stays
   * gated; the look at its member says so.
   *
   * @param isOver whether the operation of this id is known to have ended a while ago; asked right
   *     before each write that hands its set back or takes the statement of a person off its set
   */
  public void clear(Predicate<String> isOver) {
    SetLook seen = turn.sets().look();
    Optional<Failure.Refused> refused = Optional.empty();
    for (String set : seen.names().sets()) {
      try {
        if (next(seen, set, isOver).isPresent()) {
          turn.atOnce(MOST_MOVES, look -> next(look, set, isOver));
        }
      } catch (Failure.Refused why) {
        // What other sets wait for is done all the same.
        refused = Optional.of(why);
      }
    }
    refused.ifPresent(
        why -> {
          throw why;
        });
  }

  private static Optional<Move> next(SetLook look, String name, Predicate<String> isOver) {
    look.require(Part.SETS, Part.PODS);
    return Optional.ofNullable(look.sets().get(name))
        .flatMap(
            set ->
                begun(look, set)
                    .or(() -> new TidyMoves(look, set).next())
                    .or(() -> AdoptionTraces.left(look, set))
                    .or(() -> abandoned(look, set, isOver))
                    .or(() -> stated(set, isOver)));
  }

  private static Optional<Move> abandoned(SetLook look, EtcdSet set, Predicate<String> isOver) {
    return mayGo(look) && set.operation().filter(isOver).isPresent()
        ? new TakeoverMoves(look).handBack(set).filter(move -> !(move instanceof Move.Wait))
        : Optional.empty();
  }

  /** The statement of a person counted for one operation. */
  private static Optional<Move> stated(EtcdSet set, Predicate<String> isOver) {
    return set.operation().isEmpty() && SetGuards.takenBy(set).filter(isOver).isPresent()
        ? Optional.of(new SetWrites(set).forget(Marks.APPLIER_PAUSED))
        : Optional.empty();
  }

  /**
   * Whether no member of the cluster is held or about to be, in whatever set. A set that is not
   * there needs a person, and a member that is held a plan.
   */
  private static boolean mayGo(SetLook look) {
    return look.sets().keySet().containsAll(look.names().sets())
        && look.gated().isEmpty()
        && look.sets().values().stream()
            .flatMap(Leftovers::marked)
            .allMatch(place -> look.pod(place).filter(pod -> !pod.isDeleted()).isPresent());
  }

  /** The places that the set wants, and that a hold has marked. */
  private static Stream<MemberPod> marked(EtcdSet set) {
    return set.places().stream()
        .filter(place -> set.wants(place.ordinal()))
        .filter(place -> set.heldBy(place.name()).isPresent());
  }

  private static Optional<Move> begun(SetLook look, EtcdSet set) {
    if (!set.isTakenOver()) {
      return Optional.empty();
    }
    return marked(set)
        .filter(place -> look.pod(place).map(Leftovers::isOnItsWay).orElse(true))
        .flatMap(place -> further(look, set, place).stream())
        .findFirst();
  }

  /** Whether the pod was deleted by a hold, or was born gated after that. */
  private static boolean isOnItsWay(EtcdPod pod) {
    return pod.isDeleted() ? pod.isKept() : pod.isGated() && !pod.isHeld();
  }

  /** The next move of the hold; empty where it waits, or may not go on. */
  private static Optional<Move> further(SetLook look, EtcdSet set, MemberPod place) {
    try {
      String operation = set.heldBy(place.name()).orElseThrow();
      return Optional.of(new HoldMoves(look, place, operation, HoldMoves.Reach.STOPPED).next())
          .filter(move -> move instanceof Move.Patch);
    } catch (Failure.Refused toAPerson) {
      return Optional.empty();
    }
  }
}
