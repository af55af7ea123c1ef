package io.quorate.operation;

import io.quorate.step.Reason;
import java.time.Instant;
import java.util.Optional;

/** Answer of a runbook as a history keeps it. */
public sealed interface RecordedPrescription permits RecordedPlan, RecordedPrescription.Without {
  /**
   * An answer without steps; {@code because} is a sentence for people, and the reason adds a code
   * and what to do.
   */
  sealed interface Without extends RecordedPrescription {
    String because();

    Optional<Reason> reason();
  }

  /**
   * The cluster is as the runbook would make it.
   *
   * @param followedBy the runbook that follows as an operation of its own, where this operation did
   *     something
   */
  record NothingToDo(String because, Optional<String> followedBy, Optional<Reason> reason)
      implements Without {}

  /**
   * A fact needs more time.
   *
   * @param until when looking again is worth it
   */
  record NotYet(String because, Instant until, Optional<Reason> reason) implements Without {}

  /** The runbook refuses; the sentence says why and what to do instead. */
  record Refusal(String because, Optional<Reason> reason) implements Without {}
}
