package io.quorate.operation;

import java.util.Optional;

/**
 * Order to watch a cluster while people think, until it differs from what they were told.
 *
 * @param asked the order for which the runbook prescribes at each look
 * @param step the plan that was put to people, and its step at which the operation waits
 * @param parked why the step failed, when the operation is parked or paused; empty while a question
 *     is open
 */
public record WatchOrder(AssessmentOrder asked, StepOrder step, Optional<Parked> parked) {
  /**
   * An operation at rest: parked, or paused between two steps.
   *
   * @param cause what people know of the cause now
   */
  public record Parked(Cause cause) {
    /** Whether the step could be carried out, by the last look that people were told of. */
    public enum Cause {
      THERE,
      GONE,
      /** No step failed: a person paused the operation, and only quorum is watched. */
      NONE
    }
  }
}
