package io.quorate.step;

import java.time.Duration;
import java.util.Optional;

/**
 * Asks people to approve the plan that contains this step. No earlier step changes anything; the
 * workflow itself waits for the answer.
 *
 * @param approvals how many have to approve; 0 asks nobody
 * @param group the group that approvers have to belong to; empty: any approver
 */
public record AskApproval(int approvals, Optional<String> group) implements WorkflowStep {
  /** A question whose approvals the policy of the installation fills in. */
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
