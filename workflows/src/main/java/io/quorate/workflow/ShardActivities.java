package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.WatchNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity by which one worker holds a shard of the fleet. */
@ActivityInterface
public interface ShardActivities {
  /**
   * Holds a shard: while the activity runs, the worker that runs it watches the clusters of the
   * shard. The watch itself needs no Temporal.
   *
   * @param shard a {@code WatchedShard}, as the holder before left it
   * @return the shard as this holder leaves it; {@link Opaque#NOTHING} where the shard has no
   *     cluster any more
   */
  @ActivityMethod(name = WatchNames.HOLD)
  Opaque hold(Opaque shard);
}
