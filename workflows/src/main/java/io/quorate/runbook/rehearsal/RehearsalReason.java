package io.quorate.runbook.rehearsal;

import io.quorate.step.ReasonCode;

/** Reasons of rehearsal. */
public enum RehearsalReason implements ReasonCode {
  IN_EARNEST(
      "The cluster is in trouble, and a question that is asked now has to be meant.",
      "Rehearse once the cluster is whole; quorate status names what answers the trouble."),
  NOTHING_OF_THAT_NAME(
      "The cluster has nothing of the name that is stated to be lost.",
      "Name a member, process=MEMBER, machine=ID, zone=NAME or site=NAME."),
  NO_PLAN_TO_REHEARSE(
      "The stated loss would bring no plan, so nobody would be asked.",
      "State another loss with --lose.");

  private final Explanation explained;

  RehearsalReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
