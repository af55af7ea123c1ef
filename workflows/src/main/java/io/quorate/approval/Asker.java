package io.quorate.approval;

/**
 * Requester of a plan, as the policy sees the requester.
 *
 * @param name a person's name, for an approver the one in the configuration
 * @param alert whether alerts asked, and no person
 */
public record Asker(String name, boolean alert) {}
