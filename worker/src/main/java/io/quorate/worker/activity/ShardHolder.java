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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holder of shards of the fleet. Temporal lets one worker hold a shard: whoever runs the activity.
 * An activity lasts a day, and the activity after it begins a new history. While Temporal does not
 * answer, the holder goes on; nobody else can hold the shard meanwhile.
 *
 * @param workers how many workers there are, this one included
 */
public record ShardHolder(HeldShards shards, Watchman watchman, IntSupplier workers)
    implements ShardActivities {
  private static final Logger LOG = LoggerFactory.getLogger(ShardHolder.class);
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** Attempts after which a shard of which no worker knows a cluster ends: some 10 minutes. */
  private static final int UNKNOWN = 300;

  @Override
  public Opaque hold(Opaque written) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    WatchedShard before =
        context
            .getLastHeartbeatDetails(Opaque.class)
            .flatMap(beat -> OpaqueValues.known(beat, WatchedShard.class))
            .orElseGet(() -> Failures.order(written, WatchedShard.class));
    return Failures.translated(
        () ->
            shards.clusters(before.number()).isEmpty()
                ? leave(before.number(), context.getInfo().getAttempt())
                : hold(before, new ServerHeartbeat(context)));
  }

  /** Leaves a shard to a worker with another configuration, and ends it where there is none. */
  private static Opaque leave(int shard, int attempt) {
    if (attempt > UNKNOWN) {
      return Opaque.NOTHING;
    }
    throw new Failure.NotYet("this worker knows no cluster of shard " + shard);
  }

  private Opaque hold(WatchedShard before, ServerHeartbeat heartbeat) {
    int shard = before.number();
    if (!shards.takes(shard, workers.getAsInt())) {
      throw new Failure.NotYet("this worker has its share of the shards");
    }
    watchman.resume(before);
    try {
      BeatingDay day = new BeatingDay(System::nanoTime);
      for (ServerHeartbeat.Outcome beat = beat(shard, heartbeat);
          !day.isOver(beat);
          beat = beat(shard, heartbeat)) {
        if (beat == ServerHeartbeat.Outcome.OVER) {
          throw new Failure.Transient("another worker holds the shard");
        }
        if (shards.clusters(shard).isEmpty()) {
          throw new Failure.NotYet("the clusters of the shard were taken out");
        }
        if (shards.leaves(shard, workers.getAsInt())) {
          throw new Failure.NotYet("another worker has fewer shards");
        }
        Thread.sleep(BEAT);
      }
      return OpaqueValues.of(watchman.report(shard, shards.clusters(shard)));
    } catch (InterruptedException stopping) {
      // The flag stays clear: with it the SDK could not tell Temporal that the shard is free.
      throw new Failure.Transient("the worker is stopping", stopping);
    } catch (IllegalArgumentException | IllegalStateException | NullPointerException fault) {
      LOG.error("The holder of shard {} stumbled and begins anew", shard, fault);
      throw new Failure.Transient("the holder stumbled: " + fault, fault);
    } finally {
      shards.release(shard);
      watchman.forget(shard);
    }
  }

  private ServerHeartbeat.Outcome beat(int shard, ServerHeartbeat heartbeat) {
    return heartbeat.send(OpaqueValues.of(watchman.report(shard, shards.clusters(shard))));
  }
}
