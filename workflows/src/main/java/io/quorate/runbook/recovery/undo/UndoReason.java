package io.quorate.runbook.recovery.undo;

import io.quorate.step.ReasonCode;

/** Reasons of undo. */
public enum UndoReason implements ReasonCode {
  UNDONE("The restore is undone.", ""),
  NOTHING_RECORDED("Nothing is recorded of the cluster.", ""),
  NOT_ITS_RESTORE(
      "The cluster of now was not restored by the named operation.",
      "See which operation restored it: quorate record CLUSTER."),
  OLD_DATA_NOT_KEPT(
      "The data that the operation set aside is missing, damaged or of another cluster.",
      "quorate snapshots CLUSTER --aside lists what is kept."),
  OLD_DATA_NOT_SEEN(
      "The data that the operation set aside was not seen at every place.",
      "Bring back what cannot be reached, then start this again."),
  OLD_MEMBER_WITHOUT_PLACE(
      "A member of the old cluster has no place in quorate.yml.",
      "Write its old place into quorate.yml, then start this again."),
  OLD_MEMBERS_UNKNOWN("The members of the old cluster are not recorded.", "");

  private final Explanation explained;

  UndoReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
