package io.quorate.workflow;

/** Outcome of a round. */
sealed interface RoundOutcome {
  /** All steps are done; the evidence belongs to the last one. */
  record Done(String evidence) implements RoundOutcome {}

  /** The cluster is not as the plan assumed; the runbook has to be asked anew. */
  record Changed(String difference) implements RoundOutcome {}

  /**
   * The question, or its approval, no longer holds; nothing was done, and people are asked anew.
   */
  record Voided(String difference) implements RoundOutcome {}

  /** The operation is over. */
  record Ended(End end) implements RoundOutcome {}
}
