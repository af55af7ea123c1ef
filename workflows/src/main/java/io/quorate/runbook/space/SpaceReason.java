package io.quorate.runbook.space;

import io.quorate.step.ReasonCode;

/** Reasons of defragment and clear-nospace. */
public enum SpaceReason implements ReasonCode {
  NO_ALARM("No alarm is raised.", ""),
  NOT_WORTH_IT("No member has so many free pages that a defragmentation is worth its stall.", ""),
  VOTERS_DO_NOT_VOTE(
      "A voter does not vote, and every member has to be defragmented before NOSPACE is disarmed.",
      "member-restart brings back what is stopped; it works under the alarm."),
  LEARNER_CATCHES_UP(
      "A learner is in the membership, and nothing is defragmented while a member catches up.",
      "Let it be promoted, or remove it."),
  MUST_NOT_BE_DEFRAGMENTED(
      "This etcd must not be defragmented, so only a larger quota makes space.",
      "Raise the quota on all members."),
  LIVE_KEYS_FILL_IT(
      "All history is compacted, and live keys fill the database.",
      "Delete keys or raise the quota.");

  private final Explanation explained;

  SpaceReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
