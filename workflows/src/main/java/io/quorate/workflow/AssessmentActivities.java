package io.quorate.workflow;

import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * Activities that look at a cluster for its operation. They only read; Temporal may run each of
 * them again at any time.
 */
@ActivityInterface
public interface AssessmentActivities {
  /**
   * Looks at the cluster and asks a runbook what to do, in an activity, so that the history keeps
   * the runbook's answer.
   *
   * @param order an {@link AssessmentOrder}
   */
  @ActivityMethod(name = OperationNames.PRESCRIBE)
  Assessment prescribe(Opaque order);

  /**
   * Looks at the cluster at intervals, and returns once two looks in a row differ from what people
   * were told. The activity may last for days, in attempts of at most 8 hours.
   *
   * @param order a {@link WatchOrder}
   */
  @ActivityMethod(name = OperationNames.WATCH)
  WatchReport watch(Opaque order);
}
