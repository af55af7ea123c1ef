package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.Optional;

/**
 * Names of scheduled backups, in Temporal's terms. Append-only: schedules and histories name them.
 */
public final class BackupNames {
  /** The workflow type; its only argument is the cluster's key. */
  public static final String TYPE = "ScheduledBackup";

  /** Activity: removes old snapshots and starts the operation, unless another one runs. */
  public static final String START = "StartBackup";

  /** Requester of the operations that a schedule starts. */
  public static final String REQUESTER = "backup schedule";

  private static final String PREFIX = "backup/";

  private BackupNames() {}

  /**
   * Returns the id of a cluster's schedule. Temporal adds the time to the ids of the workflows that
   * it starts, so a schedule cannot start the cluster's one operation by itself.
   */
  public static String scheduleId(ClusterKey cluster) {
    return PREFIX + cluster;
  }

  /** Returns the cluster of a schedule of backups; empty for any other schedule. */
  public static Optional<String> clusterOf(String scheduleId) {
    return scheduleId.startsWith(PREFIX)
        ? Optional.of(scheduleId.substring(PREFIX.length()))
        : Optional.empty();
  }
}
