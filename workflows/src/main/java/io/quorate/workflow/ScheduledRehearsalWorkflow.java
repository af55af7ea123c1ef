package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.RehearsalNames;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Workflow that a cluster's schedule starts: it starts the rehearsal, and says what came of it. */
@WorkflowInterface
public interface ScheduledRehearsalWorkflow {
  /**
   * Starts the cluster's operation, or leaves this rehearsal out where the cluster is needed.
   *
   * @param cluster the key of the cluster, which only the activity reads
   * @return what was done, in a sentence
   */
  @WorkflowMethod(name = RehearsalNames.TYPE)
  String run(Opaque cluster);
}
