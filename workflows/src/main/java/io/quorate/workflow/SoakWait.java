package io.quorate.workflow;

import io.quorate.cluster.Amounts;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.UtcTime;
import io.quorate.workflow.OperationProgress.WaitsFor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Wait in the middle of a plan, which people can see and end. */
final class SoakWait {
  private final OperationParts parts;
  private final OperationProgress progress;
  private final PendingRequests pending;

  SoakWait(OperationParts parts) {
    this.parts = parts;
    this.progress = parts.progress();
    this.pending = parts.pending();
  }

  /**
   * Waits until the time of the step is over, or a person continues, or the operation is aborted;
   * the safe point after the step acts on the abort.
   */
  void soak(StepMode.LetTimePass soak) {
    int index = parts.position().at().index();
    String title = parts.position().at().plan().title();
    Instant begun = parts.position().at().soakingSince().orElseGet(() -> begin(index, soak));
    pending.takeContinue("It soaks no longer and goes on with the last member.");
    Instant until = begun.plus(soak.length());
    if (Timers.now().isBefore(until)) {
      parts
          .waits()
          .until(
              Duration.between(Timers.now(), until),
              "soak: until " + UtcTime.of(until),
              () -> pending.continued().isPresent() || pending.aborted().isPresent());
    }
    Optional<Request> ended = pending.continued();
    pending.forgetContinue();
    Duration lasted = Duration.between(begun, Timers.now());
    progress.end(index, Progress.DONE, evidence(lasted, ended));
    progress.enter(Phase.RUNNING, title);
  }

  private Instant begin(int index, StepMode.LetTimePass soak) {
    Instant now = Timers.now();
    String until = UtcTime.of(now.plus(soak.length()));
    parts.position().move(parts.position().at().soaking(now));
    progress.begin(index, "until " + until + "; continue ends it");
    progress.await(
        Phase.RUNNING,
        parts.position().at().plan().title() + ": soaking until " + until,
        WaitsFor.OPERATOR,
        "continue");
    return now;
  }

  private String evidence(Duration lasted, Optional<Request> ended) {
    String soaked = "soaked for " + Amounts.time(lasted);
    return ended
        .map(by -> soaked + ", ended by " + by.by() + because(by))
        .orElse(pending.aborted().isPresent() ? soaked + ", ended by an abort" : soaked);
  }

  private static String because(Request by) {
    return by.reason().isBlank() ? "" : ": " + by.reason();
  }
}
