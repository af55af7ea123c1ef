package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.ReportOrder;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The activity that writes reports, which keeps its orders; the store can be away. */
final class Reports implements ReportActivities {
  final List<ReportOrder> written = new CopyOnWriteArrayList<>();
  volatile boolean away;

  /** What happens while a report is written. */
  volatile Runnable meanwhile = () -> {};

  @Override
  public String write(Opaque order) {
    if (away) {
      throw ApplicationFailure.newFailure("the store is away", FailureTypes.TRANSIENT);
    }
    meanwhile.run();
    written.add(OpaqueValues.known(order, ReportOrder.class).orElseThrow());
    return "written";
  }
}
