package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Reader of the reports that the holders of the shards send with their heartbeats. Temporal shows
 * them without a worker: one call for each shard.
 */
public record ShardReports(WorkflowClient client, TemporalCalls calls) {
  /** Between two holders the activity is scheduled, and its details are those of the last one. */
  private static final PendingActivityState STARTED =
      PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;

  /**
   * Reports of the shards, as far as Temporal answered.
   *
   * @param shards the shards that a worker holds
   * @param notice what is missing; empty where every shard is held and answered
   */
  public record Found(List<WatchedShard> shards, Optional<String> notice) {}

  /** Returns the reports about these clusters. */
  public Found of(Collection<ClusterKey> clusters) {
    List<Callable<Optional<WatchedShard>>> questions =
        clusters.stream()
            .map(WatchNames::shardOf)
            .distinct()
            .sorted()
            .<Callable<Optional<WatchedShard>>>map(shard -> () -> report(shard))
            .toList();
    List<WatchedShard> held = new ArrayList<>();
    Optional<String> unanswered = Optional.empty();
    for (Outcome<Optional<WatchedShard>> answer : calls.all(Deadlines.ANSWER, questions)) {
      switch (answer) {
        case Outcome.Done<Optional<WatchedShard>> done -> done.value().ifPresent(held::add);
        case Outcome.Missed<Optional<WatchedShard>> missed ->
            unanswered = Optional.of(missed.sentence());
      }
    }
    Optional<String> unwatched =
        held.size() == questions.size()
            ? Optional.empty()
            : Optional.of(
                "No worker watches %d of %d shards of the fleet: clusters are missing here."
                    .formatted(questions.size() - held.size(), questions.size()));
    return new Found(List.copyOf(held), unanswered.or(() -> unwatched));
  }

  private Optional<WatchedShard> report(int shard) {
    try {
      return client
          .newUntypedWorkflowStub(WatchNames.workflowId(shard))
          .describe()
          .getRawDescription()
          .getPendingActivitiesList()
          .stream()
          .filter(activity -> activity.getState() == STARTED)
          .filter(activity -> activity.getHeartbeatDetails().getPayloadsCount() > 0)
          .map(activity -> activity.getHeartbeatDetails().getPayloads(0))
          .map(
              payload ->
                  client
                      .getOptions()
                      .getDataConverter()
                      .fromPayload(payload, Opaque.class, Opaque.class))
          .flatMap(beat -> OpaqueValues.known(beat, WatchedShard.class).stream())
          .findFirst();
    } catch (WorkflowNotFoundException never) {
      return Optional.empty();
    }
  }
}
