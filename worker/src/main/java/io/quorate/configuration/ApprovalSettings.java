package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;

/**
 * Settings of approvals: who may approve, and how many have to.
 *
 * @param steering who may pause, continue, abort, retry and skip: with 0 anybody, with 1 an
 *     approver, of the group if one is named
 */
public record ApprovalSettings(Approvers approvers, ApprovalPolicy policy, Requirement steering) {
  /** Every approver may steer. */
  public static final Requirement APPROVERS_STEER = Requirement.anybody(1);
}
