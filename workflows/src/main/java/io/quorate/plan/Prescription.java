package io.quorate.plan;

import io.quorate.step.Reason;
import java.time.Instant;
import java.util.Optional;

/** Answer of a runbook to what was seen. */
public sealed interface Prescription permits Plan, Prescription.Without {
  /**
   * The stable name of the kind: {@code plan}, {@code nothing-to-do}, {@code not-yet}, {@code
   * refusal}.
   */
  String name();

  /** An answer without steps, for a reason. */
  sealed interface Without extends Prescription {
    Reason reason();

    /** Returns the headline of the reason, for people. */
    default String because() {
      return reason().headline();
    }
  }

  /**
   * The cluster is already as the runbook would make it.
   *
   * @param followedBy the runbook that follows as an operation of its own, where this operation did
   *     something
   */
  record NothingToDo(Reason reason, Optional<String> followedBy) implements Without {
    /** An end that no other operation follows. */
    public NothingToDo(Reason reason) {
      this(reason, Optional.empty());
    }

    /** Returns the same end, followed by this runbook. */
    public NothingToDo thenBy(String runbook) {
      return new NothingToDo(reason, Optional.of(runbook));
    }

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
  record NotYet(Reason reason, Instant until) implements Without {
    @Override
    public String name() {
      return "not-yet";
    }
  }

  /** The runbook must not run; the reason says why, and what to do instead. */
  record Refusal(Reason reason) implements Without {
    @Override
    public String name() {
      return "refusal";
    }
  }
}
