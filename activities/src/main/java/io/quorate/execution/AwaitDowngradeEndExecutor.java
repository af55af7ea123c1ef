package io.quorate.execution;

import io.quorate.cluster.Member;
import io.quorate.port.Failure;
import io.quorate.step.AwaitDowngradeEnd;
import java.util.Optional;

/** Asks every member at its peer URL whether the downgrade is over; 3.5 tells it nowhere else. */
final class AwaitDowngradeEndExecutor implements StepExecutor<AwaitDowngradeEnd> {
  @Override
  public Optional<String> execute(AwaitDowngradeEnd step, StepContext context) {
    for (Member member : context.view().members()) {
      if (member.isListed() && context.ports().downgrade().isEnabled(member.name())) {
        throw new Failure.NotYet(
            member.name() + " still tells that a downgrade is enabled; etcd ends it by itself");
      }
    }
    return Optional.of("no member tells that a downgrade is enabled");
  }
}
