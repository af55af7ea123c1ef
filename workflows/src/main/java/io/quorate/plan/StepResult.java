package io.quorate.plan;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Map;

/**
 * What came of a step.
 *
 * @param evidence what was read back, in a sentence
 * @param added ids of members it brought into the membership
 */
public record StepResult(Outcome outcome, String evidence, Map<MemberName, MemberId> added) {
  /** How it came to be done. */
  public enum Outcome {
    DONE,
    /** Its effect was there before: by an earlier attempt, by somebody else, or by nature. */
    ALREADY_DONE
  }

  public StepResult {
    added = Map.copyOf(added);
  }

  public static StepResult done(String evidence) {
    return new StepResult(Outcome.DONE, evidence, Map.of());
  }

  public static StepResult alreadyDone(String evidence) {
    return new StepResult(Outcome.ALREADY_DONE, evidence, Map.of());
  }

  public StepResult adding(MemberName member, MemberId id) {
    return new StepResult(outcome, evidence, Map.of(member, id));
  }
}
