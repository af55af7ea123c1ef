package io.quorate.workflow;

import io.quorate.operation.SelfTestNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity by which a worker tests the whole way from an alert to the end of its incident. */
@ActivityInterface
public interface SelfTestActivities {
  /**
   * Plays a cluster with a stopped member, alerts, decides, and reads the timeline. Fails with the
   * name of the first stage that was not reached as the type of the failure.
   */
  @ActivityMethod(name = SelfTestNames.PASS)
  void pass();
}
