package io.quorate.runbook.replace;

import io.quorate.step.ReasonCode;

/** Reasons of minority-replace. */
public enum ReplaceReason implements ReasonCode {
  MEMBERS_REPLACED("The members are replaced or removed, as planned.", ""),
  VOTER_VOTES(
      "The member votes; minority-replace removes only lost members.",
      "planned-migration moves a member that lives."),
  MEMBER_NOT_VOTING(
      "The member answers and follows no leader.",
      "Read its log, and look at the network between the members."),
  MEMBER_UNREACHABLE(
      "The peers of the member hear it; only Quorate does not.",
      "Look at the network between Quorate and its " + PLACE + "."),
  DATA_IS_THERE(
      "The member is stopped and its data is there.", "member-restart starts it with its data."),
  LOSS_NOT_KNOWN(
      "That the data of the member is lost is not known.",
      "Mend the start of the member; only if its data cannot come back: --data-is-lost."),
  WHICH_IS_IT(
      "Another process answers where the member should, or its client URL leads elsewhere.",
      "Find out which, and stop what is wrong there."),
  DATA_IN_DOUBT(
      "What is in the data directory of the member is in doubt.",
      "Mend what the refusal names, then look again."),
  SILENT_TOO_BRIEFLY(
      "The member has not been silent, or lost, for long enough to be called dead.", ""),
  PHANTOM_TOO_YOUNG(
      "The member was added a moment ago and never started; whoever added it gets time.", ""),
  PHANTOM_STARTS(
      "The member was never started, and its peers hear it: somebody starts it now.",
      "Wait for its start, then look again."),
  LEARNER_ELSEWHERE(
      "The learner is listed at another URL than the configured one.",
      "Remove the learner by hand, or correct quorate.yml."),
  MEMBERSHIP_TOO_SMALL(
      "The membership lacks most of the configured members; it may be another cluster.",
      "Find who holds the data; delete nothing."),
  OTHERS_IN_TROUBLE(
      "Other members are in trouble too.", "See to them first, or replace all of them together."),
  SEVERAL_LEARNERS(
      "Several learners are in the membership; Quorate adds one at a time.",
      "Find out who added them, and remove all but one."),
  EVEN_NUMBER(
      "The change would leave an even number of voters.", "Scale to an odd number of voters.");

  private final Explanation explained;

  ReplaceReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
