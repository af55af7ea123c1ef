package io.quorate.carrier;

import io.quorate.cluster.Member;
import io.quorate.port.Failure;
import io.quorate.step.AwaitDowngradeEnd;
import java.util.Optional;

/** Asks every member at its peer URL whether the downgrade is over; 3.5 tells it nowhere else. */
final class AwaitDowngradeEndCarrier implements Carrier<AwaitDowngradeEnd> {
  @Override
  public Class<AwaitDowngradeEnd> step() {
    return AwaitDowngradeEnd.class;
  }

  @Override
  public Optional<String> carry(AwaitDowngradeEnd step, Act act) {
    for (Member member : act.view().members()) {
      if (member.isListed() && act.ports().maintenance().downgradeEnabled(member.name())) {
        throw new Failure.NotYet(
            member.name() + " still tells that a downgrade is enabled; etcd ends it by itself");
      }
    }
    return Optional.of("no member tells that a downgrade is enabled");
  }
}
