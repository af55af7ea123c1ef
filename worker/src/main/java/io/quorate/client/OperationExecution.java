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
 * reset, from the first one, represented by its last run. A call meant for one operation can never
 * reach the next operation of its cluster.
 *
 * @param runId of the last run of the chain
 * @param events length of the history of that run; 0 in a list of Temporal, which may not know it
 * @param firstRunId of the first run of the chain, which names the operation
 * @param title empty when Temporal's list does not contain it
 * @param endedAt empty while the operation runs
 * @param cutOff how the operation was ended from outside before it could report its end, as in
 *     {@code terminated}
 */
public record OperationExecution(
    ClusterKey cluster,
    String runId,
    long events,
    String firstRunId,
    String runbook,
    Optional<String> title,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<String> cutOff)
    implements RunChains.Chain<OperationExecution> {

  static OperationExecution of(ClusterKey cluster, WorkflowExecutionMetadata execution) {
    boolean running =
        execution.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    return new OperationExecution(
        cluster,
        execution.getExecution().getRunId(),
        execution instanceof WorkflowExecutionDescription described
            ? described.getHistoryLength()
            : 0,
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
   * Returns the id of the chain's first run; the run's own id where Temporal's list of past runs
   * does not contain the first one's.
   */
  private static String firstRunId(WorkflowExecutionMetadata execution) {
    String first = execution.getFirstRunId();
    return first == null || first.isEmpty() ? execution.getExecution().getRunId() : first;
  }

  @Override
  public OperationExecution begunBy(OperationExecution first) {
    return new OperationExecution(
        cluster,
        runId,
        events,
        first.firstRunId(),
        runbook,
        title.or(first::title),
        first.startedAt(),
        endedAt,
        cutOff);
  }

  @Override
  public OperationExecution named(String first) {
    return new OperationExecution(
        cluster, runId, events, first, runbook, title, startedAt, endedAt, cutOff);
  }

  /**
   * Returns the last state of the operation. Where the operation was cut off from outside, that is
   * its state at that time with how it ended.
   */
  OperationState ending(OperationState last) {
    return cutOff.map(how -> last.cutOff(how, endedAt.orElse(last.since()))).orElse(last);
  }

  /** Returns whether Temporal still counts the run as running. */
  public boolean running() {
    return endedAt.isEmpty();
  }

  /** Returns the operation's id, as people type it. */
  public String operation() {
    return OperationRequest.operationId(cluster, firstRunId);
  }

  /** Returns the workflow id of the cluster's operations. */
  public String workflowId() {
    return OperationRequest.workflowId(cluster);
  }
}
