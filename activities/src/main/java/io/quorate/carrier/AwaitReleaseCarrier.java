package io.quorate.carrier;

import io.quorate.step.AwaitRelease;
import java.util.Optional;

/** Waits until a voter with another etcd has caught up, and proves that it takes writes. */
final class AwaitReleaseCarrier implements Carrier<AwaitRelease> {
  @Override
  public Class<AwaitRelease> step() {
    return AwaitRelease.class;
  }

  @Override
  public Optional<String> carry(AwaitRelease step, Act act) {
    String voted = new CatchingUp(step.member(), act).voted();
    return Optional.of(voted + "; it runs etcd " + step.version());
  }
}
