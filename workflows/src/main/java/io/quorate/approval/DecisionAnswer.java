package io.quorate.approval;

/**
 * Answer to a person about their decision.
 *
 * @param counted whether the decision was recorded as one that counts
 * @param sentence {@code Recorded: 1 of 2.}
 */
public record DecisionAnswer(boolean counted, String sentence) {
  static DecisionAnswer counted(String sentence) {
    return new DecisionAnswer(true, sentence);
  }

  public static DecisionAnswer refused(String sentence) {
    return new DecisionAnswer(false, sentence);
  }
}
