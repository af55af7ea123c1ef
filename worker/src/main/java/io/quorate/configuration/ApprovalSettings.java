package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.reminder.ReminderSettings;
import io.quorate.reminder.Reminders;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of approvals: who may approve, how many have to, and who steers.
 *
 * @param steering the group whose approvers pause, continue, abort, retry and skip; empty: every
 *     approver
 * @param slackGroups the id of the user group in Slack that the schedule keeps, by the name of the
 *     group of approvers that is on it
 * @param remind when people are told again of what waits for them; empty: never
 */
public record ApprovalSettings(
    Approvers approvers,
    ApprovalPolicy policy,
    Optional<String> steering,
    Map<String, String> slackGroups,
    Optional<ReminderSettings> remind) {
  public ApprovalSettings {
    slackGroups = Map.copyOf(slackGroups);
  }

  /** Returns the rules of reminders. */
  public Reminders reminders() {
    return new Reminders(remind, steering);
  }

  /** Creates settings where every approver steers and no group of Slack is known. */
  public ApprovalSettings(Approvers approvers, ApprovalPolicy policy) {
    this(approvers, policy, Optional.empty(), Map.of(), Optional.of(ReminderSettings.DEFAULT));
  }
}
