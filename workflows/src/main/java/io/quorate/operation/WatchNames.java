package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Names of the watch over the fleet, in Temporal's terms. Append-only: histories name them. */
public final class WatchNames {
  /** The workflow type; its only argument is a {@link WatchedShard}. */
  public static final String TYPE = "WatchShard";

  /** Activity: holds the shard for the worker that runs the activity. */
  public static final String HOLD = "HoldShard";

  /** Update: an {@link Opaque} {@link SilencedFinding}, answered by a {@link Request.Answer}. */
  public static final String SILENCE = "silenceFinding";

  /** Activity: tells people of a {@link SaidSilence}. */
  public static final String TELL_SILENCE = "TellSilence";

  /** Memo of a shard: its {@link SilencedFindings}. */
  public static final String SILENCED = "SilencedFindings";

  /** Number of shards. A cluster belongs to one of them for ever, by its key. */
  public static final int SHARDS = 64;

  private static final String PREFIX = "watch/";

  private WatchNames() {}

  /** Returns the shard of a cluster: 0 to 63, the same in every process and release. */
  public static int shardOf(ClusterKey cluster) {
    CRC32 sum = new CRC32();
    sum.update(cluster.value().getBytes(StandardCharsets.UTF_8));
    return (int) (sum.getValue() % SHARDS);
  }

  /** Returns the id of the workflow of a shard: {@code watch/17}. */
  public static String workflowId(int shard) {
    return PREFIX + shard;
  }
}
