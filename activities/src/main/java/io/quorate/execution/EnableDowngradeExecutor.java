package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.step.EnableDowngrade;
import java.util.Optional;

/** Asks whether etcd would, and has it enabled; what all members tell proves it. */
final class EnableDowngradeExecutor implements StepExecutor<EnableDowngrade> {
  @Override
  public Optional<String> execute(EnableDowngrade step, StepContext context) {
    Downgrade downgrade = context.ports().downgrade();
    MemberName through = context.through();
    try {
      downgrade.validate(through, step.line());
    } catch (Failure.Refused refused) {
      // So is one that was enabled a moment ago, in several words: what members tell counts.
      return Optional.of(step.isDone(context.lookAgain()).orElseThrow(() -> refused));
    }
    downgrade.enable(through, step.line(), context.permit());
    return Optional.empty();
  }
}
