package io.quorate.workflow;

import io.quorate.operation.WorkerNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity that lasts for as long as the process that polls its task queue. */
@ActivityInterface
public interface LifeActivities {
  /** Returns after a day, so that the next run begins a history of its own; fails at shutdown. */
  @ActivityMethod(name = WorkerNames.LIVE)
  void live();
}
