package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;

/** Settings of approvals: who may approve, and how many have to. */
public record ApprovalSettings(Approvers approvers, ApprovalPolicy policy) {}
