package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.step.Downgrades.EnableDowngrade;
import java.util.Optional;

/**
 * Asks etcd whether the downgrade is possible, and enables it; the status of all members proves it.
 */
final class EnableDowngradeExecutor implements StepExecutor<EnableDowngrade> {
  @Override
  public Optional<String> execute(EnableDowngrade step, StepContext context) {
    Downgrade downgrade = context.ports().downgrade();
    MemberName through = context.through();
    try {
      downgrade.validate(through, step.line());
    } catch (Failure.Refused refused) {
      // etcd also refuses when a downgrade is already enabled, in varying words; the members'
      // status decides.
      return Optional.of(step.isDone(context.lookAgain()).orElseThrow(() -> refused));
    }
    downgrade.enable(through, step.line(), context.permit());
    return Optional.empty();
  }
}
