package io.quorate.workflow;

import io.quorate.operation.BackupNames;
import io.quorate.operation.Opaque;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Workflow that a cluster's schedule starts: it starts the backup, and says what came of it. */
@WorkflowInterface
public interface ScheduledBackupWorkflow {
  /**
   * Starts the cluster's operation, or leaves this backup out while another one is under way.
   *
   * @param cluster the key of the cluster, which only the activity reads
   * @return what was done, in a sentence
   */
  @WorkflowMethod(name = BackupNames.TYPE)
  String run(Opaque cluster);
}
