package io.quorate.worker.activity;

import io.quorate.operation.Opaque;
import io.quorate.operation.ReportOrder;
import io.quorate.workflow.ReportActivities;
import java.util.function.Function;

/** Writes reports of incidents, and of operations without one. */
public final class ReportWriting implements ReportActivities {
  private final Function<ReportOrder, String> write;

  /**
   * Creates the activity.
   *
   * @param write writes a report, and returns what was done, in a sentence
   */
  public ReportWriting(Function<ReportOrder, String> write) {
    this.write = write;
  }

  @Override
  public String write(Opaque written) {
    ReportOrder order = Failures.order(written, ReportOrder.class);
    return Failures.translated(() -> write.apply(order));
  }
}
