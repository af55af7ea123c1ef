package io.quorate.carrier;

import io.quorate.step.AwaitClusterVersion;
import java.util.Optional;

/** Looks until all members have told the same cluster version for a while. */
final class AwaitClusterVersionCarrier implements Carrier<AwaitClusterVersion> {
  @Override
  public Class<AwaitClusterVersion> step() {
    return AwaitClusterVersion.class;
  }

  @Override
  public Optional<String> carry(AwaitClusterVersion step, Act act) {
    new SteadyLooks(act, step::missing).last(AwaitClusterVersion.STEADY);
    return Optional.of(
        "the cluster version is "
            + step.line()
            + " on all members, for "
            + AwaitClusterVersion.STEADY.toSeconds()
            + " s now");
  }
}
