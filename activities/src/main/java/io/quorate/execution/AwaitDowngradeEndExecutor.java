package io.quorate.execution;

import io.quorate.port.Failure;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Asks every member whether the downgrade is over: by the status of the look, and before 3.6 at its
 * peer URL, because it tells it nowhere else.
 */
final class AwaitDowngradeEndExecutor implements StepExecutor<AwaitDowngradeEnd> {
  @Override
  public Optional<String> execute(AwaitDowngradeEnd step, StepContext context) {
    for (Member member : context.view().members()) {
      if (member.isListed() && isEnabled(member, context)) {
        throw new Failure.NotYet(
            member.name() + " still tells that a downgrade is enabled; etcd ends it by itself");
      }
    }
    return Optional.of("no member tells that a downgrade is enabled");
  }

  private static boolean isEnabled(Member member, StepContext context) {
    return AwaitDowngradeEnd.told(member)
        .orElseGet(() -> context.ports().downgrade().isEnabled(member.name()));
  }
}
