package io.quorate.carrier;

import io.quorate.step.SwitchRelease;
import java.util.Optional;

/** Puts another etcd and its settings under a stopped member; the next look proves it. */
final class SwitchReleaseCarrier implements Carrier<SwitchRelease> {
  @Override
  public Class<SwitchRelease> step() {
    return SwitchRelease.class;
  }

  @Override
  public Optional<String> carry(SwitchRelease step, Act act) {
    act.ports()
        .installations()
        .switchTo(step.member(), step.to(), step.settings(act.view()), act.permit());
    return Optional.empty();
  }
}
