package io.quorate.carrier;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.AwaitRelease;
import io.quorate.version.Features;
import java.util.Optional;

/**
 * Waits until a voter with another etcd has caught up, and proves that it takes writes, with the
 * features that its settings switch.
 */
final class AwaitReleaseCarrier implements Carrier<AwaitRelease> {
  @Override
  public Class<AwaitRelease> step() {
    return AwaitRelease.class;
  }

  @Override
  public Optional<String> carry(AwaitRelease step, Act act) {
    String voted = new CatchingUp(step.member(), act).voted();
    requireFeatures(step.member(), act);
    return Optional.of(voted + "; it runs etcd " + step.version());
  }

  private static void requireFeatures(MemberName member, Act act) {
    Features.notInForce(
            act.ports().installations().look(member).settings(),
            act.ports().maintenance().features(member))
        .ifPresent(
            feature -> {
              throw new Failure.Refused(
                  member
                      + " runs, but not with "
                      + feature
                      + " of its settings; look at its environment file and its log");
            });
  }
}
