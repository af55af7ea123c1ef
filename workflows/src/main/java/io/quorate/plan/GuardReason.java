package io.quorate.plan;

import io.quorate.step.ReasonCode;

/** Reasons of the guard, which judges every step that changes something. */
public enum GuardReason implements ReasonCode {
  CLUSTER_ID_UNKNOWN(
      "No quorum of the members agrees on a cluster id.", "Bring silent members back."),
  MEMBERSHIP_UNCONFIRMED(
      "Quorum does not confirm the member list, so the list may be old.",
      "Bring silent members back."),
  OTHER_CLUSTER(
      "The members answer as another cluster than the plan is for.",
      "See which etcd answers at the client URLs in quorate.yml."),
  OTHER_HISTORY(
      "What answers contradicts the cluster record: the data went back or was replaced.",
      "Find out who restored or replaced the data."),
  MEMBERSHIP_CHANGED(
      "Somebody else changed the membership; the plan is made anew.",
      "Read the new question before you approve."),
  MEMBER_ANSWERS_AGAIN(
      "A voter that was silent when the plan was made answers again; the plan is made anew.",
      "Read the new question before you approve."),
  VOTERS_CAN_RETURN(
      "Enough voters can come back with their data, so nothing has to be restored.",
      "Read the new question before you approve."),
  ALARM_RAISED(
      "An alarm was raised since the plan was made.",
      "Abort the operation and answer the alarm first."),
  VERSIONS_MIXED(
      "Members run different minor versions, and the membership must not be changed so.",
      "Abort the operation; then finish the roll that is under way, and start this again."),
  CLUSTER_VERSION_RAISED(
      "The cluster version is above the oldest member's release.",
      "Abort the operation; then finish the roll that is under way, and start this again."),
  NEWCOMER_TOO_NEW(
      "A new member would join with a newer etcd while members run different minor versions.",
      "Install the older release for the new member, then retry."),
  WOULD_CHANGE_MEMBERSHIP(
      "A step that runs without quorum would change the membership.",
      "Abort the operation and ask for a new plan."),
  WOULD_TAKE_A_VOTE(
      "A step that is to bring votes back would take one away.",
      "Abort the operation and ask for a new plan."),
  QUORUM_LOST_NOW("Quorum is lost at this moment.", "Bring a voter back."),
  QUORUM_WOULD_BE_LOST(
      "Too few voters would vote after the step.", "Bring another voter back first, then retry."),
  CANNOT_START_AFTERWARDS(
      "A voter that the step stops could not be started afterwards on its data.",
      "Mend the named fault in its settings or its data; then retry.");

  private final Explanation explained;

  GuardReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
