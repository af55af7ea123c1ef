package io.quorate.workflow;

import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Looks at clusters for operations. Reads only; all may be run again at any time. */
@ActivityInterface
public interface AssessmentActivities {
  /**
   * Looks, and asks a runbook what to do. In an activity, so that its answer is in the history.
   *
   * @param order an {@link AssessmentOrder}
   */
  @ActivityMethod(name = OperationNames.PRESCRIBE)
  Assessment prescribe(Opaque order);

  /**
   * Looks every so often, and returns once two looks in a row differ from what people were told. A
   * call may last for days.
   *
   * @param order a {@link WatchOrder}
   */
  @ActivityMethod(name = OperationNames.WATCH)
  WatchReport watch(Opaque order);
}
