package io.quorate.workflow;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.util.Optional;

/** Ways in which Temporal ends a run from outside, before its own code could say how it ended. */
public final class CutOff {
  private CutOff() {}

  /** How a run with this status was ended: {@code terminated}; empty when it was not cut off. */
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
