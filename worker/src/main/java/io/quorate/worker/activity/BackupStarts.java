package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Opaque;
import io.quorate.workflow.BackupActivities;
import java.util.function.Function;

/** Starts of scheduled backups. */
public final class BackupStarts implements BackupActivities {
  private final Function<ClusterKey, String> start;

  /**
   * Creates the activity.
   *
   * @param start starts a cluster's backup, and returns what was done, in a sentence
   */
  public BackupStarts(Function<ClusterKey, String> start) {
    this.start = start;
  }

  @Override
  public String start(Opaque written) {
    ClusterKey cluster = Failures.order(written, ClusterKey.class);
    return Failures.translated(() -> start.apply(cluster));
  }
}
