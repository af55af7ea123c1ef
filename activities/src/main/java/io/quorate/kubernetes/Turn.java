package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Carries moves out: look, decide, ask, one write, look again, until nothing is left to do. An
 * effect that was overtaken is decided anew. One without an answer ends the turn, and the next
 * attempt begins with a look.
 *
 * @param nanoTime a monotonic clock, in nanoseconds
 * @param pause waits; throws a {@link Failure} where nobody waits for the turn any more
 */
record Turn(SetLooks sets, SetApi api, LongSupplier nanoTime, Consumer<Duration> pause) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  /** A turn that the API server asks to wait longer begins anew. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /**
   * Carries out the moves of these decisions, and returns the evidence of the last look.
   *
   * @param limit after which what others have to do is not waited for any more
   * @param consent asked right before each effect; throws where it must not happen
   * @param last told of a pod before it is deleted
   */
  String until(
      Duration limit, Function<SetLook, Move> decide, Consent consent, Consumer<EtcdPod> last) {
    long end = nanoTime.getAsLong() + limit.toNanos();
    boolean written = false;
    while (true) {
      Move move = decide.apply(sets.look());
      if (move instanceof Move.Done done) {
        return done.evidence();
      }
      boolean late = nanoTime.getAsLong() - end >= 0;
      if (late) {
        throw spent(move, limit, written);
      }
      written |= made(move, consent, written, last);
    }
  }

  /** Makes the moves that can be made at once, and waits for nobody. */
  void atOnce(int most, Function<SetLook, Optional<Move>> decide) {
    for (int number = 0; number < most; number++) {
      Optional<Move> move = decide.apply(sets.look());
      if (move.isEmpty() || !made(move.get(), further -> {}, false, pod -> {})) {
        return;
      }
    }
  }

  /** Makes the move; returns whether it wrote anything. */
  private boolean made(Move move, Consent consent, boolean written, Consumer<EtcdPod> last) {
    return switch (move) {
      case Move.Done done -> false;
      case Move.Wait wait -> {
        consent.ask(true);
        pause.accept(BETWEEN_LOOKS);
        yield false;
      }
      case Move.Patch patch -> write(consent, written, () -> made(patch));
      case Move.Delete delete -> {
        last.accept(delete.seen());
        // The end of a run needs a young look at the cluster, however long the writes before took.
        boolean further = written && delete.seen().isGated();
        yield write(consent, further, () -> api.delete(delete.seen().pod(), delete.graceSeconds()));
      }
      case Move.Drop(PersistentVolumeClaim claim) -> write(consent, written, () -> api.drop(claim));
      case Move.Leave leave -> write(consent, written, () -> left(leave));
      case Move.Make(StatefulSet set) -> write(consent, written, () -> api.make(set));
      case Move.Last(Move.Patch patch, String because) -> {
        if (write(consent, written, () -> made(patch))) {
          throw new Failure.Refused(because);
        }
        yield false;
      }
    };
  }

  /** Leaves the set only where the API server would create the set again. */
  private void left(Move.Leave leave) {
    leave.then().forEach(api::rehearse);
    api.leave(leave.set());
  }

  private void made(Move.Patch patch) {
    api.patch(patch.seen(), patch.patch(), patch.change());
  }

  /** Writes; returns false where the object changed since it was seen, and nothing happened. */
  private boolean write(Consent consent, boolean written, Runnable effect) {
    consent.ask(written);
    try {
      effect.run();
      return true;
    } catch (Failure.Unreached away) {
      throw away;
    } catch (Failure.Transient overtaken) {
      if (overtaken.after().compareTo(LONGEST_PAUSE) > 0) {
        throw overtaken;
      }
      pause.accept(overtaken.after().isZero() ? BETWEEN_LOOKS : overtaken.after());
      return false;
    }
  }

  private static Failure spent(Move move, Duration limit, boolean written) {
    String why =
        "%s; after %d s this is so still"
            .formatted(
                move instanceof Move.Wait(String wait)
                    ? wait
                    : "somebody changes the objects again and again",
                limit.toSeconds());
    return written ? new Failure.Unknown(why) : new Failure.Transient(why);
  }

  /** Asked right before each effect of a turn, and while it waits. */
  interface Consent {
    /**
     * Throws a {@link Failure} where the turn must not go on.
     *
     * @param further whether this is not the first effect of the turn, and ends no run
     */
    void ask(boolean further);
  }
}
