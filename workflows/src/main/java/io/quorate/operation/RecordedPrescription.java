package io.quorate.operation;

import java.time.Instant;
import java.util.Optional;

/** Answer of a runbook as a history keeps it. */
public sealed interface RecordedPrescription permits RecordedPlan, RecordedPrescription.Without {
  /** An answer without steps; {@code because} is a sentence for people. */
  sealed interface Without extends RecordedPrescription {
    String because();
  }

  /**
   * The cluster is as the runbook would make it.
   *
   * @param followedBy the runbook that follows as an operation of its own, where this operation did
   *     something
   */
  record NothingToDo(String because, Optional<String> followedBy) implements Without {}

  /**
   * A fact needs more time.
   *
   * @param until when looking again is worth it
   */
  record NotYet(String because, Instant until) implements Without {}

  /** The runbook refuses; the sentence says why and what to do instead. */
  record Refusal(String because) implements Without {}
}
