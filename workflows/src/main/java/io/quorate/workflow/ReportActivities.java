package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity by which incidents and operations write their report. */
@ActivityInterface
public interface ReportActivities {
  /** Activity type: takes a {@link io.quorate.operation.ReportOrder}. */
  String WRITE = "WriteReport";

  /**
   * Reads the histories that the report is made of, and writes the report beside the snapshots of
   * the cluster. A report of the same id is replaced, and Temporal may run this again at any time.
   *
   * @param order a {@link io.quorate.operation.ReportOrder}
   * @return where the report is, in a sentence
   */
  @ActivityMethod(name = WRITE)
  String write(Opaque order);
}
