package io.quorate.execution;

import io.quorate.cluster.ObservationDepth;
import io.quorate.observation.Observer;
import io.quorate.port.Failure;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.recovery.loss.LossByNow;
import io.quorate.step.Votes.AwaitReturn;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Watch of one attempt over voters that are waited for. Its progress says who is missing, and what
 * a restore would lose by now: whoever decides between waiting on and that loss reads it days after
 * the plan was made. How far the snapshots reach is read now and then, because it moves slowly and
 * a look at the store is slow. Progress is in heartbeats alone, which a history does not keep.
 */
final class ReturnWatch {
  /** Least time between two looks at the snapshots. */
  static final Duration BETWEEN_LOSSES = Duration.ofMinutes(10);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

  private final AwaitReturn step;
  private final Observer observer;
  private final Attempt attempt;
  private final LongSupplier nanoTime;
  private OptionalLong lookedAt = OptionalLong.empty();
  private String loss = "";

  /**
   * A watch that has not looked yet.
   *
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  ReturnWatch(AwaitReturn step, Observer observer, Attempt attempt, LongSupplier nanoTime) {
    this.step = step;
    this.observer = observer;
    this.attempt = attempt;
    this.nanoTime = nanoTime;
  }

  /** Looks twice a minute whether enough voters can come back, for as long as that takes. */
  static String awaited(AwaitReturn step, StepContext context) {
    ReturnWatch watch =
        new ReturnWatch(step, context.observer(), context.attempt(), System::nanoTime);
    return context.polling(BETWEEN_LOOKS).untilKnown(watch::reached);
  }

  /** The evidence that enough voters can come back; empty while they cannot. */
  Optional<String> reached() {
    try {
      ClusterView view = look();
      attempt.progress("waiting: " + AwaitReturn.waitsFor(view) + "." + loss);
      return step.reached(view);
    } catch (Failure.Transient | Failure.NotYet passing) {
      attempt.progress("could not look: " + passing.getMessage() + "." + loss);
      return Optional.empty();
    }
  }

  private ClusterView look() {
    long now = nanoTime.getAsLong();
    if (lookedAt.isPresent() && now - lookedAt.getAsLong() < BETWEEN_LOSSES.toNanos()) {
      return observer.glance(Set.of());
    }
    lookedAt = OptionalLong.of(now);
    ClusterView view = observer.look(ObservationMemory.NONE, ObservationDepth.KNOWN_SOURCES);
    loss = " " + new LossByNow(view).meanwhile();
    return view;
  }
}
