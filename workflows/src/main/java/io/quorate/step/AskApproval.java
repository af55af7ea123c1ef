package io.quorate.step;

import java.time.Duration;

/**
 * Asks people for a yes to the plan it stands in. Nothing before it changes anything; the operation
 * itself waits for the answer.
 *
 * @param needed how it reads: {@code Ask one approver}
 */
public record AskApproval(String needed) implements Step {
  @Override
  public String sentence() {
    return needed;
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), Duration.ofDays(1), 1);
  }
}
