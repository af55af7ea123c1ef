package io.quorate.plan;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Map;

/**
 * Result of a step.
 *
 * @param evidence what was read back, in a sentence
 * @param added ids of members that the step brought into the membership
 */
public record StepResult(Outcome outcome, String evidence, Map<MemberName, MemberId> added) {
  /** Whether the step caused its effect. */
  public enum Outcome {
    DONE,
    /**
     * The effect was there before the attempt: by an earlier attempt, by another person or program,
     * or by etcd itself.
     */
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
