package io.quorate.carrier;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.AwaitRelease;
import java.util.Map;
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
    Map<String, Boolean> told = act.ports().maintenance().features(member);
    String wanted =
        act.ports().installations().look(member).settings().getOrDefault("ETCD_FEATURE_GATES", "");
    for (String feature : wanted.split(",")) {
      String[] sides = feature.strip().split("=", 2);
      boolean on = Boolean.parseBoolean(sides[sides.length - 1].strip());
      if (told.getOrDefault(sides[0].strip(), on) != on) {
        throw new Failure.Refused(
            member
                + " runs, but not with "
                + feature
                + " of its settings; look at its environment file and its log");
      }
    }
  }
}
