package io.quorate.operation;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How the workflow gets a recorded step done: by an activity, or by waiting itself. */
public sealed interface Work {
  /**
   * An activity carries the step out.
   *
   * @param type the activity type
   * @param attempt the limit of one attempt
   * @param abort what an abort does to a running attempt
   */
  record ByActivity(String type, Duration attempt, OnAbort abort) implements Work {
    public ByActivity {
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(attempt, "attempt");
      abort = Missing.orElse(abort, OnAbort.WAIT);
    }
  }

  /**
   * People are asked for a yes to the plan.
   *
   * @param approvals how many; boxed, because a number that is missing must not be none
   */
  record AskPeople(Integer approvals, Optional<String> group) implements Work {
    public AskPeople {
      Objects.requireNonNull(approvals, "approvals");
      group = group == null ? Optional.empty() : group;
    }
  }

  /** Time is let pass. */
  record LetTimePass(Duration length) implements Work {
    public LetTimePass {
      Objects.requireNonNull(length, "length");
    }
  }

  /** What an abort does to a running attempt. */
  enum OnAbort {
    /** The attempt is called off, and is over once it says so. */
    CALL_OFF,
    /** The attempt is waited for. */
    WAIT
  }
}
