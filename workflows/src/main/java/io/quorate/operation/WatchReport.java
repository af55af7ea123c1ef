package io.quorate.operation;

import io.quorate.operation.WatchOrder.Parked.Cause;
import java.util.Optional;

/**
 * Report of a watch: what it saw that people should know.
 *
 * @param cause what people know of the cause from now on, when the operation is parked
 * @param back start of a member that the plan keeps stopped and quorum needs now, see {@link
 *     io.quorate.plan.ComingBack}; empty where quorum needs none
 */
public record WatchReport(String sentence, Optional<Cause> cause, Optional<RecordedUndo> back) {
  /** A report of which only people make something. */
  public WatchReport(String sentence, Optional<Cause> cause) {
    this(sentence, cause, Optional.empty());
  }
}
