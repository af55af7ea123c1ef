package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.Request;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
   * @param silenced what people have silenced in these shards
   * @param unanswered the shards of which Temporal did not tell
   * @param notice what is missing; empty where every shard is held and answered
   */
  public record Found(
      List<WatchedShard> shards,
      List<SilencedFindings> silenced,
      Set<Integer> unanswered,
      Optional<String> notice) {
    /** Reports of shards in which nobody silenced anything. */
    public Found(List<WatchedShard> shards, Optional<String> notice) {
      this(shards, List.of(), Set.of(), notice);
    }
  }

  private record Described(Optional<WatchedShard> shard, SilencedFindings silenced) {}

  /**
   * Silences a finding of a cluster, or ends the silence where its time is over at once.
   *
   * @param id of the request: a repeated one counts once
   */
  public Outcome<Request.Answer> silence(String id, SilencedFinding finding) {
    String shard = WatchNames.workflowId(WatchNames.shardOf(finding.cluster()));
    return calls
        .within(
            Deadlines.ANSWER,
            () -> Takes.send(client, shard, WatchNames.SILENCE, id, OpaqueValues.of(finding)))
        .then(answer -> answer);
  }

  /**
   * Returns what people have silenced in a shard; empty where Temporal does not answer within 3 s.
   */
  public Optional<SilencedFindings> silenced(int shard) {
    return calls.within(Deadlines.PART, () -> report(shard).silenced()).answer();
  }

  private static SilencedFindings silenced(WorkflowExecutionDescription shard) {
    return Optional.ofNullable(shard.getMemo(WatchNames.SILENCED, Opaque.class))
        .map(Opaque.class::cast)
        .flatMap(memo -> OpaqueValues.known(memo, SilencedFindings.class))
        .orElse(SilencedFindings.NONE);
  }

  /** Returns the reports about these clusters, for a person who waits. */
  public Found of(Collection<ClusterKey> clusters) {
    return of(clusters, Deadlines.ANSWER);
  }

  /** Returns the reports about these clusters, with a deadline of the caller's. */
  Found of(Collection<ClusterKey> clusters, Duration limit) {
    List<Integer> numbers = clusters.stream().map(WatchNames::shardOf).distinct().sorted().toList();
    List<Outcome<Described>> answers =
        calls.all(
            limit,
            numbers.stream().<Callable<Described>>map(shard -> () -> report(shard)).toList());
    List<WatchedShard> held = new ArrayList<>();
    List<SilencedFindings> silenced = new ArrayList<>();
    Set<Integer> missing = new TreeSet<>();
    Optional<String> unanswered = Optional.empty();
    for (int index = 0; index < answers.size(); index++) {
      switch (answers.get(index)) {
        case Outcome.Done<Described> done -> {
          done.value().shard().ifPresent(held::add);
          silenced.add(done.value().silenced());
        }
        case Outcome.Missed<Described> missed -> {
          missing.add(numbers.get(index));
          unanswered = Optional.of(missed.sentence());
        }
      }
    }
    Optional<String> unwatched =
        held.size() == numbers.size()
            ? Optional.empty()
            : Optional.of(
                "No worker watches %d of %d shards of the fleet: clusters are missing here."
                    .formatted(numbers.size() - held.size(), numbers.size()));
    return new Found(
        List.copyOf(held), List.copyOf(silenced), missing, unanswered.or(() -> unwatched));
  }

  private Described report(int shard) {
    try {
      WorkflowExecutionDescription described =
          client.newUntypedWorkflowStub(WatchNames.workflowId(shard)).describe();
      return new Described(report(described), silenced(described));
    } catch (WorkflowNotFoundException never) {
      return new Described(Optional.empty(), SilencedFindings.NONE);
    }
  }

  private Optional<WatchedShard> report(WorkflowExecutionDescription shard) {
    return shard.getRawDescription().getPendingActivitiesList().stream()
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
  }
}
