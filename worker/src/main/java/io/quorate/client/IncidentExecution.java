package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationRequest;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.Optional;

/**
 * Incident as Temporal records it: a chain of runs that were continued as new, represented by its
 * last run.
 *
 * @param runId of the last run
 * @param firstRunId of the first run, which names the incident
 * @param endedAt empty while the incident is open
 */
public record IncidentExecution(
    ClusterKey cluster,
    String runId,
    String firstRunId,
    Instant startedAt,
    Optional<Instant> endedAt)
    implements RunChains.Chain<IncidentExecution> {

  static IncidentExecution of(ClusterKey cluster, WorkflowExecutionMetadata execution) {
    boolean running =
        execution.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    String run = execution.getExecution().getRunId();
    String first = execution.getFirstRunId();
    return new IncidentExecution(
        cluster,
        run,
        first == null || first.isEmpty() ? run : first,
        execution.getStartTime(),
        running ? Optional.empty() : Optional.ofNullable(execution.getCloseTime()));
  }

  @Override
  public IncidentExecution begunBy(IncidentExecution first) {
    return new IncidentExecution(cluster, runId, first.firstRunId(), first.startedAt(), endedAt);
  }

  @Override
  public IncidentExecution named(String first) {
    return new IncidentExecution(cluster, runId, first, startedAt, endedAt);
  }

  /** Returns the incident's id, as people type it. */
  public String id() {
    return OperationRequest.operationId(cluster, firstRunId);
  }

  /** Returns the workflow id of the cluster's incidents. */
  String workflowId() {
    return IncidentNames.workflowId(cluster);
  }
}
