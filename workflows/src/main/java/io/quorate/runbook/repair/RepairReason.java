package io.quorate.runbook.repair;

import io.quorate.step.ReasonCode;

/** Reasons of repair-corrupt-member. */
public enum RepairReason implements ReasonCode {
  DATA_EQUAL("All voters have the same data.", ""),
  VOTERS_NOT_COMPARED(
      "A voter does not vote, and all voters have to be compared before one is called wrong.",
      "Start what is stopped: member-restart works under the alarm."),
  LOST_TOO_BRIEFLY("A voter has not looked lost for 5 s.", ""),
  ALARM_NOT_LISTED("A member reports CORRUPT, and the list of alarms lacks it.", ""),
  NOT_COMPARED_YET("The data of the voters was not compared yet.", ""),
  WHO_IS_RIGHT(
      "Nobody but the owner of the data can say which data is right.",
      "Save a snapshot of every member, and let the owner of the data say which one is right."),
  OTHER_MEMBER_DIFFERS(
      "The named member has the same data as others; another one differs.",
      "Name the member that differs, or none."),
  RESTORED_DATA(
      "The data comes from a restored snapshot, so the majority can be wrong.",
      "Compare with what was restored."),
  LEARNER_IN_THE_WAY(
      "A learner is in the membership; one member is brought in at a time.",
      "Remove the learner; then start this again."),
  DOWNGRADE_ENDS_NOW("etcd ends the downgrade within seconds.", "");

  private final Explanation explained;

  RepairReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
