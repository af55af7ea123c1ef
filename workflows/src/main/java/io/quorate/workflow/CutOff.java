package io.quorate.workflow;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.util.Optional;

/** Ways in which Temporal ends a run from outside, before its own code could say how it ended. */
public final class CutOff {
  private CutOff() {}

  /**
   * Returns how a run with this status was ended from outside, such as {@code terminated}; empty
   * when the run ended by itself or is still open.
   */
  public static Optional<String> of(WorkflowExecutionStatus status) {
    return switch (status) {
      case WORKFLOW_EXECUTION_STATUS_TERMINATED -> Optional.of("terminated");
      case WORKFLOW_EXECUTION_STATUS_FAILED -> Optional.of("failed by a fault of ours");
      case WORKFLOW_EXECUTION_STATUS_TIMED_OUT -> Optional.of("timed out");
      case WORKFLOW_EXECUTION_STATUS_CANCELED -> Optional.of("cancelled");
      default -> Optional.empty();
    };
  }
}
