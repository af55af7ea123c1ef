package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;

/** Who may say yes, and how many of them have to. */
public record ApprovalSettings(Approvers approvers, ApprovalPolicy policy) {}
