package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.WatchNames;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Shard of the fleet, which one worker at a time holds. The workflow decides who watches; it looks
 * at no cluster.
 */
@WorkflowInterface
public interface WatchShardWorkflow {
  /**
   * Lets a worker hold the shard, one day at a time, until the shard has no cluster any more.
   *
   * @param shard a {@code WatchedShard}, which only the activity reads
   */
  @WorkflowMethod(name = WatchNames.TYPE)
  void run(Opaque shard);
}
