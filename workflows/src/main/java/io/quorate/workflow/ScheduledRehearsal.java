package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.workflow.Workflow;

/** Start of one rehearsal by a schedule. It waits for nothing, as the start of a backup does. */
public final class ScheduledRehearsal implements ScheduledRehearsalWorkflow {
  private final RehearsalActivities activities =
      Workflow.newActivityStub(RehearsalActivities.class, Timeouts.startRehearsal());

  @Override
  public String run(Opaque cluster) {
    return activities.start(cluster);
  }
}
