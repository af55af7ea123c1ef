package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.observation.Observer;
import io.quorate.observation.Polling;
import io.quorate.plan.ComingBack;
import io.quorate.plan.PlannedStep;
import io.quorate.port.Failure;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Watch over quorum while a plan keeps a member stopped. What two looks in a row show counts: a
 * single silence is no death.
 */
record QuorumWatch(Observer observer) {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  /** The start of the stopped member, when quorum needs it. */
  Optional<PlannedStep> comingBack(PlannedStep at) {
    return twice(view -> ComingBack.of(at, view));
  }

  private <T> Optional<T> twice(Function<ClusterView, Optional<T>> wanted) {
    if (wanted.apply(observer.glance(Set.of())).isEmpty()) {
      return Optional.empty();
    }
    Polling.sleep(BETWEEN_LOOKS);
    return wanted.apply(observer.glance(Set.of()));
  }

  /**
   * Does long work on a stopped member, and interrupts it once quorum needs that member. Throws
   * {@link Failure.NotYet} then.
   */
  <T> T whileNobodyDies(MemberName stopped, Supplier<T> work) {
    Interruption interruption = new Interruption(Thread.currentThread());
    Thread watch =
        Thread.ofVirtual().name("quorum-watch").start(() -> watch(stopped, interruption));
    try {
      return work.get();
    } catch (Failure ended) {
      if (interruption.isMade()) {
        throw new Failure.NotYet("quorum is lost, and needs " + stopped + " back", ended);
      }
      throw ended;
    } finally {
      interruption.end();
      watch.interrupt();
    }
  }

  private void watch(MemberName stopped, Interruption interruption) {
    try {
      while (!interruption.isMade()) {
        Polling.sleep(BETWEEN_LOOKS);
        Function<ClusterView, Optional<Boolean>> needed =
            view ->
                view.member(stopped)
                    .map(member -> ComingBack.isNeeded(view, member))
                    .filter(Boolean::booleanValue);
        if (twice(needed).isPresent()) {
          interruption.interrupt();
        }
      }
    } catch (Failure ended) {
      // The work has ended, and interrupted this watch while it waited.
      Thread.currentThread().interrupt();
    }
  }

  /** Interruption of a thread, at most once and never after its work. */
  private static final class Interruption {
    private final Thread worker;
    private boolean ended;
    private boolean made;

    Interruption(Thread worker) {
      this.worker = worker;
    }

    synchronized void interrupt() {
      if (!ended && !made) {
        made = true;
        worker.interrupt();
      }
    }

    synchronized boolean isMade() {
      return made;
    }

    /** Ends the work; an interruption that it did not notice is taken back. */
    synchronized void end() {
      ended = true;
      if (made) {
        Thread.interrupted();
      }
    }
  }
}
