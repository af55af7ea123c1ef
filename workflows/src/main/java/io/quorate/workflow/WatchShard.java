package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.workflow.Workflow;

/** One activity a day that a worker holds; its history has five events. */
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
