package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.workflow.CutOff;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
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
        CutOff.of(execution.getStatus()));
  }

  /** Its last words, or what stands for them when it was cut off in the middle. */
  OperationState ending(OperationState last) {
    return cutOff.map(how -> last.cutOff(how, endedAt.orElse(last.since()))).orElse(last);
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
