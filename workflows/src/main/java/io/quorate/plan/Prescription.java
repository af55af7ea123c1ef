package io.quorate.plan;

import java.time.Instant;

/** Answer of a runbook to what was seen. */
public sealed interface Prescription permits Plan, Prescription.Without {
  /**
   * The stable name of the kind: {@code plan}, {@code nothing-to-do}, {@code not-yet}, {@code
   * refusal}.
   */
  String name();

  /** An answer without steps; {@code because} is a sentence for people. */
  sealed interface Without extends Prescription {
    String because();
  }

  /** The cluster is already as the runbook would make it. */
  record NothingToDo(String because) implements Without {
    @Override
    public String name() {
      return "nothing-to-do";
    }
  }

  /**
   * The runbook cannot decide until a fact has had more time.
   *
   * @param until when looking again is worth it
   */
  record NotYet(String because, Instant until) implements Without {
    @Override
    public String name() {
      return "not-yet";
    }
  }

  /** The runbook must not run; the sentence says why and what to do instead. */
  record Refusal(String because) implements Without {
    @Override
    public String name() {
      return "refusal";
    }
  }
}
