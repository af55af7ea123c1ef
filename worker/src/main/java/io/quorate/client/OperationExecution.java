package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One operation as Temporal's own records have it: exactly one run, so that nothing meant for one
 * operation can reach the next one of its cluster.
 *
 * @param title empty when Temporal's list does not tell it
 * @param endedAt empty while it runs
 * @param cutOff how it was ended from outside before it could say how it ended: {@code terminated}
 */
public record OperationExecution(
    ClusterKey cluster,
    String runId,
    String runbook,
    Optional<String> title,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<String> cutOff) {

  static OperationExecution of(ClusterKey cluster, WorkflowExecutionMetadata execution) {
    boolean running =
        execution.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    return new OperationExecution(
        cluster,
        execution.getExecution().getRunId(),
        OperationTypes.runbook(execution.getWorkflowType()),
        execution instanceof WorkflowExecutionDescription described
            ? Optional.ofNullable(described.getStaticSummary())
            : Optional.empty(),
        execution.getStartTime(),
        running ? Optional.empty() : Optional.ofNullable(execution.getCloseTime()),
        cutOff(execution.getStatus()));
  }

  private static Optional<String> cutOff(WorkflowExecutionStatus status) {
    return switch (status) {
      case WORKFLOW_EXECUTION_STATUS_TERMINATED -> Optional.of("terminated");
      case WORKFLOW_EXECUTION_STATUS_FAILED -> Optional.of("failed by a fault of ours");
      case WORKFLOW_EXECUTION_STATUS_TIMED_OUT -> Optional.of("timed out");
      case WORKFLOW_EXECUTION_STATUS_CANCELED -> Optional.of("cancelled");
      default -> Optional.empty();
    };
  }

  /** Its last words, or what stands for them when it was cut off in the middle. */
  OperationState ending(OperationState last) {
    if (cutOff.isEmpty() || last.phase().ended()) {
      return last;
    }
    return new OperationState(
        last.operation(),
        last.cluster(),
        last.runbook(),
        last.title(),
        last.requestedBy(),
        last.requestedAt(),
        Phase.STOPPED,
        "It was "
            + cutOff.get()
            + " in Temporal while it was "
            + last.phase().words()
            + "; what was under way is abandoned. Look at: quorate status "
            + cluster,
        endedAt.orElse(last.since()),
        last.round(),
        Optional.empty(),
        last.briefing(),
        last.steps(),
        last.approvals(),
        last.notices(),
        List.of());
  }

  /** Whether Temporal still counts the run as running. */
  public boolean running() {
    return endedAt.isEmpty();
  }

  /** The operation's id, as people type it. */
  public String operation() {
    return OperationRequest.operationId(cluster, runId);
  }

  /** The workflow id of the cluster's operations. */
  public String workflowId() {
    return OperationRequest.workflowId(cluster);
  }
}
