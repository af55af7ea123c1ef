package io.quorate.workflow;

import io.quorate.cluster.Amounts;
import io.quorate.operation.Phase;
import io.quorate.operation.RoundMemory;
import io.quorate.operation.StepMode;
import io.quorate.workflow.OperationProgress.WaitsFor;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import java.time.Duration;
import java.time.Instant;

/**
 * Wait of a step whose activity looks until something has happened. People see the wait and may end
 * it with {@code continue}; a parked step does not wait, and takes no {@code continue}. The wait
 * has a limit that lost workers and new runs do not extend; a retry by a person begins another
 * wait.
 */
final class ContinuableWait {
  /** Shortest limit of an activity: a wait whose limit is over ends by it, as every other does. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final OperationParts parts;
  private final StepMode.WaitOpenly work;

  ContinuableWait(OperationParts parts, StepMode.WaitOpenly work) {
    this.parts = parts;
    this.work = work;
  }

  /** Begins the wait, unless a new run of the operation begins at the step while it is parked. */
  void begin() {
    if (parts.position().at().parked().isEmpty()) {
      open();
    }
  }

  /** Begins the wait anew after a person chose to retry the step. */
  void open() {
    RoundMemory at = parts.position().at();
    if (at.soakingSince().isEmpty()) {
      parts.position().move(at.soaking(Timers.now()));
    }
    parts.pending().takeContinue("It waits no longer.");
    parts
        .progress()
        .await(
            Phase.RUNNING,
            title() + ": " + parts.position().at().step().sentence(),
            WaitsFor.OPERATOR,
            "continue");
  }

  /** Closes the wait while the step is parked. */
  void park() {
    parts.pending().forgetContinue();
  }

  /** Ends the wait before the next step. */
  void pass() {
    parts.progress().enter(Phase.RUNNING, title());
  }

  /** Returns the options of an activity that has to end with the wait. */
  ActivityOptions within(ActivityOptions options) {
    Instant now = Timers.now();
    Instant since = parts.position().at().soakingSince().orElse(now);
    Duration left = work.attempt().minus(Duration.between(since, now));
    return Timeouts.within(left.compareTo(SHORTEST) < 0 ? SHORTEST : left, options);
  }

  /** Returns why the activity of the wait failed, in words for people. */
  String because(ActivityFailure failure) {
    return Reasons.isOutOfTime(failure)
        ? "waited for " + Amounts.time(work.attempt())
        : Reasons.of(failure);
  }

  private String title() {
    return parts.position().at().plan().title();
  }
}
