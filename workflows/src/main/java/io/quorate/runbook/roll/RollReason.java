package io.quorate.runbook.roll;

import io.quorate.step.ReasonCode;

/** Reasons of rolling-upgrade and rolling-downgrade. */
public enum RollReason implements ReasonCode {
  ALL_RUN_IT("Every member runs the wanted etcd.", ""),
  CLUSTER_VERSION_MOVES(
      "Every member runs the wanted etcd, and etcd moves the cluster version within seconds.", ""),
  DOWNGRADE_ENDS(
      "Every member runs the wanted etcd, and etcd ends the downgrade within seconds.", ""),
  NO_DOWNGRADE("No member reports a downgrade that could be cancelled.", ""),
  DOWNGRADE_CANCELLED("The downgrade is cancelled, and every member runs its former etcd.", ""),
  TOO_LATE_TO_CANCEL(
      "Every voting member runs the older etcd already, so there is nothing to cancel.",
      "Let etcd end the downgrade; rolling-upgrade goes up again."),
  VERSION_NOT_NAMED(
      "No roll is unfinished, so the version has to be named.",
      "Say to which version: --to 3.6.16."),
  OTHER_DOWNGRADE_ENABLED(
      "A downgrade to another line is enabled.", "Finish that downgrade or cancel it."),
  MEMBERS_ARE_OLDER(
      "All members run an older etcd than the wanted one.", "rolling-upgrade goes up."),
  MEMBERS_ARE_NEWER(
      "A member runs a newer etcd than the wanted one.", "rolling-downgrade goes down."),
  UPGRADE_UNFINISHED(
      "An upgrade is unfinished, and has to be turned back to the etcd that the others run.",
      "rolling-downgrade --to that version."),
  ONE_MINOR_AT_A_TIME("etcd goes one minor version at a time.", "Go by the versions in between."),
  HOP_ADVISED_AGAINST("An advisory is against this hop.", "Choose another version.");

  private final Explanation explained;

  RollReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
