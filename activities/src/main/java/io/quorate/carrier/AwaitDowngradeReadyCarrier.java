package io.quorate.carrier;

import io.quorate.step.AwaitDowngradeReady;
import java.util.Optional;

/** Looks until every member may be started with the older etcd: on the disk too. */
final class AwaitDowngradeReadyCarrier implements Carrier<AwaitDowngradeReady> {
  @Override
  public Class<AwaitDowngradeReady> step() {
    return AwaitDowngradeReady.class;
  }

  @Override
  public Optional<String> carry(AwaitDowngradeReady step, Act act) {
    new SteadyLooks(act, step::missing).last(AwaitDowngradeReady.STEADY);
    return Optional.of(
        "cluster and storage version are "
            + step.line()
            + " on all members, for "
            + AwaitDowngradeReady.STEADY.toSeconds()
            + " s now");
  }
}
