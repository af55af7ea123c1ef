package io.quorate.operation;

import io.quorate.step.ApprovalTerms;
import java.time.Duration;
import java.util.Optional;

/** Way in which the workflow gets a recorded step done: by an activity, or by waiting itself. */
public sealed interface StepMode {
  /** Returns what people are asked; empty where the step asks nobody. */
  default Optional<AskPeople> asks() {
    return switch (this) {
      case AskPeople ask -> Optional.of(ask);
      case Rehearsed rehearsed -> rehearsed.question();
      case ByActivity activity -> Optional.empty();
      case WaitOpenly wait -> Optional.empty();
      case Bracket bracket -> Optional.empty();
      case LetTimePass soak -> Optional.empty();
    };
  }

  /**
   * An activity carries the step out.
   *
   * @param type the activity type
   * @param attempt the limit of one attempt
   * @param abort what an abort does to a running attempt
   */
  record ByActivity(String type, Duration attempt, OnAbort abort) implements StepMode {}

  /**
   * The workflow asks people to approve the plan.
   *
   * @param approvals number of approvals
   * @param typed what each approver has to type: the cluster's name, where the plan can cost
   *     acknowledged writes
   * @param terms of the approvals beside their number; empty in a plan of a release without terms
   */
  record AskPeople(
      int approvals, Optional<String> group, Optional<String> typed, Optional<ApprovalTerms> terms)
      implements StepMode {}

  /**
   * An activity waits for something, and a person may end the wait.
   *
   * @param type the activity type
   * @param attempt the limit of one attempt, and of the whole wait
   */
  record WaitOpenly(String type, Duration attempt) implements StepMode {
    /** The activity that waits; an abort ends it. */
    public ByActivity byActivity() {
      return new ByActivity(type, attempt, OnAbort.CALL_OFF);
    }
  }

  /**
   * An activity opens a bracket, which lasts as long as the plan. The last step of the plan closes
   * the bracket; where the plan is left before, the undo of this step closes it.
   *
   * @param type the activity type
   * @param attempt the limit of one attempt
   */
  record Bracket(String type, Duration attempt) implements StepMode {
    /** The activity that opens the bracket; an abort waits for the end of the activity. */
    public ByActivity byActivity() {
      return new ByActivity(type, attempt, OnAbort.WAIT);
    }
  }

  /**
   * Nothing is done: the step belongs to a rehearsal.
   *
   * @param question asked to people, whose answer ends the operation whatever the answer is; empty
   *     for a step that the workflow passes
   */
  record Rehearsed(Optional<AskPeople> question) implements StepMode {}

  /** The workflow waits for a length of time. */
  record LetTimePass(Duration length) implements StepMode {}

  /** Effect of an abort on a running attempt. */
  enum OnAbort {
    /** An abort cancels the attempt, which is over once its activity says so. */
    CALL_OFF,
    /** An abort waits for the end of the attempt. */
    WAIT
  }
}
