package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.workflow.CutOff;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.Optional;

/**
 * One operation as Temporal's own records have it: a chain of runs that were continued as new, or
 * reset, from the first one, by its last run. Nothing meant for one operation can reach the next
 * one of its cluster.
 *
 * @param runId of the last run of the chain
 * @param firstRunId of the first run of the chain, which names the operation
 * @param title empty when Temporal's list does not tell it
 * @param endedAt empty while it runs
 * @param cutOff how it was ended from outside before it could say how it ended: {@code terminated}
 */
public record OperationExecution(
    ClusterKey cluster,
    String runId,
    String firstRunId,
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
        firstRunId(execution),
        StableName.ofType(execution.getWorkflowType()),
        execution instanceof WorkflowExecutionDescription described
            ? Optional.ofNullable(described.getStaticSummary())
            : Optional.empty(),
        execution.getStartTime(),
        running ? Optional.empty() : Optional.ofNullable(execution.getCloseTime()),
        CutOff.of(execution.getStatus()));
  }

  /**
   * The first run of the chain. Temporal's list of past runs does not tell it; then the run itself
   * stands for it.
   */
  private static String firstRunId(WorkflowExecutionMetadata execution) {
    String first = execution.getFirstRunId();
    return first == null || first.isEmpty() ? execution.getExecution().getRunId() : first;
  }

  /** This chain with id, start and title of the run that began it. */
  OperationExecution begunBy(OperationExecution first) {
    return new OperationExecution(
        cluster,
        runId,
        first.firstRunId(),
        runbook,
        title.or(first::title),
        first.startedAt(),
        endedAt,
        cutOff);
  }

  /**
   * The last state of the operation; where it was cut off from outside, its state at that time with
   * how it ended.
   */
  OperationState ending(OperationState last) {
    return cutOff.map(how -> last.cutOff(how, endedAt.orElse(last.since()))).orElse(last);
  }

  /** Whether Temporal still counts the run as running. */
  public boolean running() {
    return endedAt.isEmpty();
  }

  /** The operation's id, as people type it. */
  public String operation() {
    return OperationRequest.operationId(cluster, firstRunId);
  }

  /** The workflow id of the cluster's operations. */
  public String workflowId() {
    return OperationRequest.workflowId(cluster);
  }
}
