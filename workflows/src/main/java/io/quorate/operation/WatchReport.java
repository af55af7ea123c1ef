package io.quorate.operation;

import io.quorate.operation.WatchOrder.Parked.Cause;
import java.util.Optional;

/**
 * Report of a watch: what it saw that people should know.
 *
 * @param cause what people know of the cause from now on, when the operation is parked
 */
public record WatchReport(String sentence, Optional<Cause> cause) {
  public WatchReport {
    sentence = Missing.orElse(sentence, "");
    cause = cause == null ? Optional.empty() : cause;
  }
}
