package io.quorate.workflow;

import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.step.Reason;
import java.util.Optional;

/**
 * End of an operation: its last phase, and why it ended so.
 *
 * @param followedBy the runbook that follows as an operation of its own; empty where none follows
 * @param reason the reason with its code and what to do, where the end has one
 */
record End(Phase phase, String because, Optional<String> followedBy, Optional<Reason> reason) {
  End(Phase phase, String because) {
    this(phase, because, Optional.empty());
  }

  End(Phase phase, String because, Optional<Reason> reason) {
    this(phase, because, Optional.empty(), reason);
  }

  /** Returns the sentence of who aborted the operation, with the reason where one was given. */
  static String abortedBy(Request by) {
    return "Aborted by " + by.by() + (by.reason().isBlank() ? "." : ": " + by.reason() + ".");
  }
}
