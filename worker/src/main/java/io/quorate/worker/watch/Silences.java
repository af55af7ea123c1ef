package io.quorate.worker.watch;

import io.grpc.StatusRuntimeException;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import io.temporal.client.WorkflowException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;

/**
 * Findings that people have silenced, read of Temporal once in 30 s for a shard in which somebody
 * would be told of something; the last known ones while Temporal is away. Thread-safe.
 */
public final class Silences implements BiPredicate<ClusterKey, String> {
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final IntFunction<SilencedFindings> temporal;
  private final Clock clock;
  private final Map<Integer, Read> known = new ConcurrentHashMap<>();

  private record Read(Instant at, SilencedFindings found) {}

  /**
   * Creates silences that nobody read yet.
   *
   * @param temporal reads those of a shard; throws unless Temporal answers
   */
  public Silences(IntFunction<SilencedFindings> temporal, Clock clock) {
    this.temporal = temporal;
    this.clock = clock;
  }

  /** Returns whether a person does not want people to be told of this now. */
  @Override
  public boolean test(ClusterKey cluster, String kind) {
    Instant now = clock.instant();
    Read read = known.get(WatchNames.shardOf(cluster));
    if (read == null || !now.isBefore(read.at().plus(EVERY))) {
      SilencedFindings before = read == null ? SilencedFindings.NONE : read.found();
      read = new Read(now, read(WatchNames.shardOf(cluster), before));
      known.put(WatchNames.shardOf(cluster), read);
    }
    return read.found().of(cluster, kind, now).isPresent();
  }

  private SilencedFindings read(int shard, SilencedFindings before) {
    try {
      return temporal.apply(shard);
    } catch (StatusRuntimeException | WorkflowException away) {
      return before;
    }
  }
}
