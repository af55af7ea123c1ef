package io.quorate.worker.activity;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.WatchedShard;
import io.quorate.port.Failure;
import io.quorate.worker.watch.HeldShards;
import io.quorate.worker.watch.Watchman;
import io.quorate.workflow.ShardActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Holder of shards of the fleet. Temporal lets one worker hold a shard: whoever runs the activity.
 * While Temporal does not answer, the holder goes on; nobody else can hold the shard meanwhile.
 *
 * @param workers how many workers there are, this one included
 */
public record ShardHolder(HeldShards shards, Watchman watchman, IntSupplier workers)
    implements ShardActivities {
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** How long one activity holds a shard: the next one begins a history of its own. */
  private static final Duration DAY = Duration.ofDays(1);

  @Override
  public Opaque hold(Opaque written) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    WatchedShard before =
        context
            .getLastHeartbeatDetails(Opaque.class)
            .flatMap(beat -> OpaqueValues.known(beat, WatchedShard.class))
            .orElseGet(() -> Failures.order(written, WatchedShard.class));
    int shard = before.number();
    if (shards.clusters(shard).isEmpty()) {
      return Opaque.NOTHING;
    }
    return Failures.translated(() -> hold(before, new ServerHeartbeat(context)));
  }

  private Opaque hold(WatchedShard before, ServerHeartbeat heartbeat) {
    int shard = before.number();
    if (!shards.takes(shard, workers.getAsInt())) {
      throw new Failure.NotYet("this worker has its share of the shards");
    }
    watchman.resume(before);
    try {
      long began = System.nanoTime();
      while (System.nanoTime() - began < DAY.toNanos()) {
        WatchedShard now = watchman.report(shard, shards.clusters(shard));
        if (heartbeat.send(OpaqueValues.of(now)) == ServerHeartbeat.Outcome.OVER) {
          throw new Failure.Transient("another worker holds the shard");
        }
        if (shards.leaves(shard, workers.getAsInt())) {
          throw new Failure.NotYet("another worker has fewer shards");
        }
        Thread.sleep(BEAT);
      }
      return OpaqueValues.of(watchman.report(shard, shards.clusters(shard)));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("the worker is stopping", stopping);
    } finally {
      shards.release(shard);
      watchman.forget(shard);
    }
  }
}
