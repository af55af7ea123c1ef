package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of approvals: who may approve, how many have to, and who steers.
 *
 * @param steering the group whose approvers pause, continue, abort, retry and skip; empty: every
 *     approver
 * @param slackGroups the id of the user group in Slack that the schedule keeps, by the name of the
 *     group of approvers that is on it
 */
public record ApprovalSettings(
    Approvers approvers,
    ApprovalPolicy policy,
    Optional<String> steering,
    Map<String, String> slackGroups) {
  public ApprovalSettings {
    slackGroups = Map.copyOf(slackGroups);
  }

  /** Creates settings where every approver steers and no group of Slack is known. */
  public ApprovalSettings(Approvers approvers, ApprovalPolicy policy) {
    this(approvers, policy, Optional.empty(), Map.of());
  }
}
