package io.quorate.workflow;

import io.quorate.operation.BackupNames;
import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity by which a schedule starts a backup. */
@ActivityInterface
public interface BackupActivities {
  /**
   * Removes the old snapshots of a cluster as its configuration says, and starts the runbook {@code
   * backup}. While another operation is under way neither is done.
   *
   * @param cluster the key of the cluster
   * @return what was done, in a sentence
   */
  @ActivityMethod(name = BackupNames.START)
  String start(Opaque cluster);
}
