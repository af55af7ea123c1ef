package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.workflow.Workflow;

/**
 * Start of one backup by a schedule. It waits for nothing: the operation is one like any other, and
 * people find it where all operations are.
 */
public final class ScheduledBackup implements ScheduledBackupWorkflow {
  private final BackupActivities activities =
      Workflow.newActivityStub(BackupActivities.class, Timeouts.startBackup());

  @Override
  public String run(Opaque cluster) {
    return activities.start(cluster);
  }
}
