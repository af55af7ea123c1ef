package io.quorate.carrier;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.step.EnableDowngrade;
import java.util.Optional;

/** Asks whether etcd would, and has it enabled; what all members tell proves it. */
final class EnableDowngradeCarrier implements Carrier<EnableDowngrade> {
  @Override
  public Class<EnableDowngrade> step() {
    return EnableDowngrade.class;
  }

  @Override
  public Optional<String> carry(EnableDowngrade step, Act act) {
    Maintenance maintenance = act.ports().maintenance();
    MemberName through = act.through();
    try {
      maintenance.validateDowngrade(through, step.line());
    } catch (Failure.Refused refused) {
      // So is one that was enabled a moment ago, in several words: what members tell counts.
      return Optional.of(step.isDone(act.lookAgain()).orElseThrow(() -> refused));
    }
    maintenance.enableDowngrade(through, step.line(), act.permit());
    return Optional.empty();
  }
}
