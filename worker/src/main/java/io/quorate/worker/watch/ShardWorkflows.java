package io.quorate.worker.watch;

import io.grpc.StatusRuntimeException;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowOptions;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starter of the workflows of shards, which run for as long as a shard has clusters. */
public record ShardWorkflows(WorkflowClient client, String taskQueue) {
  private static final Logger LOG = LoggerFactory.getLogger(ShardWorkflows.class);

  /**
   * Starts the workflows that do not run. A Temporal that does not answer is said in the log; the
   * worker tries again later.
   */
  public void start(Collection<Integer> shards) {
    for (int shard : shards) {
      try {
        start(shard);
      } catch (StatusRuntimeException | WorkflowException away) {
        LOG.warn("Shard {} of the watch was not started: {}", shard, away.toString());
      }
    }
  }

  private void start(int shard) {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(WatchNames.workflowId(shard))
            .setTaskQueue(taskQueue)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setStaticSummary("watch over shard " + shard + " of the fleet")
            .build();
    String run =
        client
            .newUntypedWorkflowStub(WatchNames.TYPE, options)
            .start(OpaqueValues.of(WatchedShard.begun(shard)))
            .getRunId();
    LOG.debug("Shard {} of the watch is run {}", shard, run);
  }
}
