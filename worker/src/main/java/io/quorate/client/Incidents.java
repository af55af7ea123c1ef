package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Sender of alerts to incidents and of queries for their state. An incident gets every alert, each
 * time the alert is sent: the incident itself tells a new episode from a repetition.
 */
public final class Incidents {

  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final String taskQueue;

  Incidents(WorkflowClient client, TemporalCalls calls, String taskQueue) {
    this.client = client;
    this.calls = calls;
    this.taskQueue = taskQueue;
  }

  /** An alert and the cluster it is about. */
  public record Routed(ClusterKey cluster, Alert alert) {}

  /** Succeeds when Temporal accepted every alert; fails on the first it did not. */
  public Outcome<Integer> pass(List<Routed> alerts) {
    List<Callable<Boolean>> signals =
        alerts.stream().distinct().<Callable<Boolean>>map(routed -> () -> signal(routed)).toList();
    for (Outcome<Boolean> outcome : calls.all(Deadlines.ANSWER, signals)) {
      if (outcome instanceof Outcome.Missed<Boolean> missed) {
        return Outcome.missed(missed.reason(), missed.sentence());
      }
    }
    return new Outcome.Done<>(alerts.size());
  }

  /** Returns the states of the clusters' incidents; empty where a cluster never had one. */
  public List<Outcome<Optional<IncidentState>>> states(List<ClusterKey> clusters, Duration limit) {
    return calls.all(
        limit,
        clusters.stream()
            .<Callable<Optional<IncidentState>>>map(cluster -> () -> query(cluster))
            .toList());
  }

  private boolean signal(Routed routed) {
    return routed.alert().firing() ? signalWithStart(routed) : signalIfOpen(routed);
  }

  private boolean signalWithStart(Routed routed) {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(IncidentNames.workflowId(routed.cluster()))
            .setTaskQueue(taskQueue)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setStaticSummary(routed.cluster() + ": incident")
            .build();
    WorkflowExecution incident =
        client
            .newUntypedWorkflowStub(IncidentNames.TYPE, options)
            .signalWithStart(
                IncidentNames.ALERT,
                new Object[] {routed.alert()},
                new Object[] {routed.cluster()});
    return !incident.getRunId().isEmpty();
  }

  /** Signals an incident only if it is open: a resolved alert is no reason to observe a cluster. */
  private boolean signalIfOpen(Routed routed) {
    try {
      client
          .newUntypedWorkflowStub(IncidentNames.workflowId(routed.cluster()))
          .signal(IncidentNames.ALERT, routed.alert());
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  private Optional<IncidentState> query(ClusterKey cluster) {
    try {
      return Optional.of(
          client
              .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
              .query(IncidentNames.STATE, IncidentState.class));
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }
}
