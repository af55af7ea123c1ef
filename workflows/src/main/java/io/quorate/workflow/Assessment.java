package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ObservationMemory;
import io.quorate.plan.Prescription;

/**
 * A runbook's answer to a fresh look.
 *
 * @param diagnosis the name of the diagnosis the answer rests on
 * @param finding what is wrong, in a sentence
 * @param policy the approval policy of this installation at this time
 * @param remembered what the next look should remember
 * @param channel whether there is a channel to people, such as Slack
 */
public record Assessment(
    Prescription prescription,
    String diagnosis,
    String finding,
    ApprovalPolicy policy,
    ObservationMemory remembered,
    Channel channel) {
  /** Whether people are told through a channel. */
  public enum Channel {
    CONFIGURED,
    NONE
  }
}
