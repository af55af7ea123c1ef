package io.quorate.carrier;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.CancelDowngrade;
import java.util.Optional;

/** Takes the downgrade back through a member of the newer etcd, whose yes proves nothing. */
final class CancelDowngradeCarrier implements Carrier<CancelDowngrade> {
  @Override
  public Class<CancelDowngrade> step() {
    return CancelDowngrade.class;
  }

  @Override
  public Optional<String> carry(CancelDowngrade step, Act act) {
    MemberName through =
        step.through(act.view())
            .orElseThrow(
                () ->
                    new Failure.NotYet("no voter above " + step.line() + " votes at this moment"));
    act.ports().maintenance().cancelDowngrade(through, act.permit());
    return Optional.empty();
  }
}
