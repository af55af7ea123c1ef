package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.RehearsalNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity by which a schedule starts a rehearsal. */
@ActivityInterface
public interface RehearsalActivities {
  /**
   * Starts the runbook {@code rehearsal} as the configuration of the cluster says. While an
   * operation is under way or an incident is open it is left out.
   *
   * @param cluster the key of the cluster
   * @return what was done, in a sentence
   */
  @ActivityMethod(name = RehearsalNames.START)
  String start(Opaque cluster);
}
