package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.ReportOrder;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The activity that writes reports, which keeps its orders; the store can be away, and a worker can
 * be lost.
 */
final class Reports implements ReportActivities {
  final List<ReportOrder> written = new CopyOnWriteArrayList<>();
  volatile boolean away;

  /** How many attempts lose their worker from now on. */
  final AtomicInteger lost = new AtomicInteger();

  /** What happens while a report is written. */
  volatile Runnable meanwhile = () -> {};

  @Override
  public String write(Opaque order) {
    if (away) {
      throw ApplicationFailure.newFailure("the store is away", FailureTypes.TRANSIENT);
    }
    if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      Activity.getExecutionContext().doNotCompleteOnReturn();
      return "nobody hears this";
    }
    meanwhile.run();
    written.add(OpaqueValues.known(order, ReportOrder.class).orElseThrow());
    return "written";
  }
}
