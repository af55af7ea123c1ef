package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.workflow.Workflow;

/** Shard that a worker holds by one activity a day; the history of a run has five events. */
public final class WatchShard implements WatchShardWorkflow {
  private final ShardActivities activities =
      Workflow.newActivityStub(ShardActivities.class, Timeouts.holdShard());

  @Override
  public void run(Opaque shard) {
    Opaque left = activities.hold(shard);
    if (!left.isNothing()) {
      Workflow.continueAsNew(left);
    }
  }
}
