package io.quorate.gateway;

import io.quorate.cluster.ClusterKey;
import io.quorate.workflow.OperationRequest;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.Optional;

/**
 * One operation as Temporal has it: exactly one run, so that nothing meant for it can reach the
 * next one.
 *
 * @param title empty when Temporal's list does not tell it
 * @param endedAt empty while it runs
 */
record Target(
    ClusterKey cluster,
    String runId,
    String runbook,
    Optional<String> title,
    Instant startedAt,
    Optional<Instant> endedAt) {

  static Target of(ClusterKey cluster, WorkflowExecutionMetadata execution) {
    boolean running =
        execution.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    return new Target(
        cluster,
        execution.getExecution().getRunId(),
        OperationTypes.runbook(execution.getWorkflowType()),
        execution instanceof WorkflowExecutionDescription described
            ? Optional.ofNullable(described.getStaticSummary())
            : Optional.empty(),
        execution.getStartTime(),
        running ? Optional.empty() : Optional.ofNullable(execution.getCloseTime()));
  }

  boolean running() {
    return endedAt.isEmpty();
  }

  String operation() {
    return OperationRequest.operationId(cluster, runId);
  }

  String workflowId() {
    return OperationRequest.workflowId(cluster);
  }
}
