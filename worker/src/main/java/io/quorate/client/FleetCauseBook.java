package io.quorate.client;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.CauseNames;
import io.quorate.operation.Opaque;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;

/** Client of the workflow that finds common causes; the first trouble starts the workflow. */
public record FleetCauseBook(WorkflowClient client, TemporalCalls calls, String taskQueue) {
  /** Tells of a cluster in trouble; a repeated one counts once. */
  public Outcome<WorkflowExecution> troubled(TroubledCluster cluster) {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(CauseNames.WORKFLOW_ID)
            .setTaskQueue(taskQueue)
            .setStaticSummary("common causes of troubles in the fleet")
            .build();
    return calls.within(
        Deadlines.ANSWER,
        () ->
            client
                .newUntypedWorkflowStub(CauseNames.TYPE, options)
                .signalWithStart(
                    CauseNames.TROUBLED,
                    new Object[] {OpaqueValues.of(cluster)},
                    new Object[] {Opaque.NOTHING}));
  }

  /** Tells that a cluster is well again. */
  public Outcome<Boolean> well(ClusterKey cluster) {
    return calls.within(
        Deadlines.ANSWER,
        () -> {
          existing().signal(CauseNames.WELL, cluster);
          return true;
        });
  }

  /** Returns the troubles of the fleet; where nobody told of any, there are none. */
  public Outcome<FleetTroubles> troubles() {
    return calls
        .within(Deadlines.ANSWER, () -> existing().query(CauseNames.STATE, FleetTroubles.class))
        .recover(Outcome.Reason.UNKNOWN, none -> FleetTroubles.NONE);
  }

  private WorkflowStub existing() {
    return client.newUntypedWorkflowStub(CauseNames.WORKFLOW_ID);
  }
}
