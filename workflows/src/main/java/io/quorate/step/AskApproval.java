package io.quorate.step;

import java.time.Duration;
import java.util.Optional;

/**
 * Asks people for a yes to the plan it stands in. Nothing before it changes anything; the operation
 * itself waits for the answer.
 *
 * @param approvals how many have to say yes; 0 asks nobody
 * @param group the group they have to be of; empty: any approver
 */
public record AskApproval(int approvals, Optional<String> group) implements WorkflowStep {
  /** A question whose number the installation's policy fills in. */
  public static final AskApproval AS_POLICY_SAYS = new AskApproval(1, Optional.empty());

  @Override
  public String sentence() {
    String of = group.map(name -> " of " + name).orElse("");
    return switch (approvals) {
      case 0 -> "Ask nobody: the policy needs no approval for this";
      case 1 -> "Ask one approver" + of;
      default -> "Ask " + approvals + " approvers" + of;
    };
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 1);
  }
}
