package io.quorate.runbook.restart;

import io.quorate.step.ReasonCode;

/** Reasons of member-restart and rolling-restart. */
public enum RestartReason implements ReasonCode {
  NOBODY_STOPPED("No member is stopped with its data there.", ""),
  MEMBER_VOTES("The member votes, so nothing has to be started.", ""),
  EVERY_MEMBER_RESTARTED("Every member was restarted.", ""),
  NOT_TO_BE_RESTARTED(
      "The member is no voter, or its data is lost or of another history; it must not start so.",
      "minority-replace brings it in anew."),
  NO_CURE(
      "A start does not cure what is wrong with the member.", "Do what the refusal names first."),
  DISK_BAD(
      "The process hangs, and on its data it would not come back.",
      "Mend the disk of the member first."),
  MAY_COME_BACK("The member may come back by itself within seconds.", ""),
  TERM_IS_PENDING("The process was asked to end and still has time.", ""),
  URL_NOT_ITS_OWN(
      "No configured URL is the URL of the member.",
      "Correct peerUrl of the member in quorate.yml."),
  RESTART_CHANGES_THE_VERSION(
      "A restart would start a member with an etcd of another minor, without the checks of a roll.",
      "rolling-upgrade or rolling-downgrade changes the version."),
  NO_ROLL_UNDER_NOSPACE(
      "NOSPACE is raised, and no roll goes on under the alarm.", "Clear NOSPACE first.");

  private final Explanation explained;

  RestartReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
