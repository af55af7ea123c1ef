package io.quorate.runbook;

import io.quorate.step.ReasonCode;

/** Reasons that several runbooks share. */
public enum RunbookReason implements ReasonCode {
  CLUSTER_WHOLE("Every voter votes and nothing is wrong, so there is nothing to do.", ""),
  OTHER_TROUBLE_FIRST(
      "The cluster has another trouble, which has to be answered first.",
      "quorate status names the runbook that answers it."),
  CHANGE_UNDER_WAY("A change of the cluster is under way.", "Let it come to its end first."),
  UNOBSERVABLE(
      "Too little of the cluster answers.",
      "Look from another machine whether the members run; restart nothing and restore nothing"
          + " before that."),
  NOT_SETTLED("Membership, leader or term changed a moment ago.", ""),
  METRICS_UNREADABLE(
      "The metrics of a member cannot be read, and the plan would wait on them.",
      "Write the metricsUrl of the member into quorate.yml."),
  NOBODY_TO_SPARE("One voter less would stop writes.", "scale brings more voters in."),
  MEMBER_NOT_NAMED(
      "The runbook needs to know which member is meant.", "Name the member with --member."),
  NOT_CONFIGURED(
      "The member is not in quorate.yml, so it cannot be started again.",
      "Write the member into quorate.yml, then start this again."),
  NOBODY_LOST("No member is lost.", ""),
  MEMBER_LOST("A voter is lost, and the roll needs every voter.", "minority-replace comes first."),
  NEWCOMER_VERSION_UNKNOWN(
      "Which etcd a new member would run is not known, and minor versions are mixed.",
      "Look at its " + PLACE + ", and configure etcd.releases."),
  NEWCOMER_RUNS(
      "A new member has to join with another etcd, and its process runs.",
      "Stop its process; then start this again."),
  BINARY_UNKNOWN("Which etcd a member is started from is not known.", "Look at its " + PLACE + "."),
  RELEASE_NOT_CONFIGURED(
      "The wanted release is not among etcd.releases.",
      "Write the release under etcd.releases in quorate.yml."),
  SETTINGS_REFUSED(
      "The wanted etcd refuses a setting of a member, or ignores one that matters.",
      "Change the settings that are named, then start this again."),
  VERSION_ADVISED_AGAINST(
      "An advisory on this etcd is against the work.",
      "Follow the advisory: most often another release comes first."),
  TO_BE_ADOPTED(
      "No member can be held in the form that the platform's controller has, or a stop would lose"
          + " a member.",
      "adopt gives the controller another form, or replaces such members one at a time."),
  STOP_LOSES_MEMBER(
      "The work stops a member that its stop would lose, and other trouble keeps adopt from"
          + " replacing it first.",
      "Give the member up knowingly, or answer the other trouble first."),
  TO_BE_RESTARTED(
      "Taken out of the membership while it runs, a member would be brought back by what starts"
          + " it.",
      "A restart gives the member the form that the platform's controller has by now."),
  NOT_TAKEN_OVER(
      "The workloads could not be taken over from the platform's controller.",
      "Mend what is named, or state what a person knows; then start this again."),
  RIGHTS_MISSING(
      "The platform does not give Quorate the rights that the steps of the plan need.",
      "Grant them; quorate check asks the platform for each of them. Then start this again."),
  TOO_FEW_APPROVERS(
      "Too few people besides the requester could approve the plan.",
      "Let somebody else start it, or configure more approvers."),
  STRAY_PROCESS(
      "A process may run at the place of a member that is to join, and is no member.",
      "Look at its " + PLACE + " and stop the process; then start this again.");

  private final Explanation explained;

  RunbookReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
