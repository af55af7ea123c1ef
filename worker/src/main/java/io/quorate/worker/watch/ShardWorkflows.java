package io.quorate.worker.watch;

import io.quorate.client.Outcome;
import io.quorate.client.TemporalCalls;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starter of the workflows of shards, which run for as long as a shard has clusters.
 *
 * @param limit time for all of them together
 */
public record ShardWorkflows(
    WorkflowClient client, TemporalCalls calls, String taskQueue, Duration limit) {
  private static final Logger LOG = LoggerFactory.getLogger(ShardWorkflows.class);

  /**
   * Starts the workflows that do not run. A Temporal that does not answer is said in the log; the
   * worker tries again later.
   */
  public void start(Collection<Integer> shards) {
    List<String> missed =
        calls.all(limit, shards.stream().map(this::starting).toList()).stream()
            .flatMap(
                outcome ->
                    outcome instanceof Outcome.Missed<String> one
                        ? Stream.of(one.sentence())
                        : Stream.empty())
            .toList();
    if (!missed.isEmpty()) {
      LOG.warn(
          "{} of {} shards of the watch were not started: {}",
          missed.size(),
          shards.size(),
          missed.getFirst());
    }
  }

  private Callable<String> starting(int shard) {
    return () -> start(shard);
  }

  private String start(int shard) {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(WatchNames.workflowId(shard))
            .setTaskQueue(taskQueue)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setStaticSummary("watch over shard " + shard + " of the fleet")
            .build();
    return client
        .newUntypedWorkflowStub(WatchNames.TYPE, options)
        .start(OpaqueValues.of(WatchedShard.begun(shard)))
        .getRunId();
  }
}
