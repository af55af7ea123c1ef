package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.version.Features;
import java.util.Optional;

/**
 * Waits until a voter with another etcd has caught up, and proves that it takes writes and has the
 * features that its settings switch.
 */
final class AwaitReleaseExecutor implements StepExecutor<AwaitRelease> {
  @Override
  public Optional<String> execute(AwaitRelease step, StepContext context) {
    String voted = new CatchingUp(step.member(), context).voted();
    requireFeatures(step.member(), context);
    return Optional.of(voted + "; it runs etcd " + step.version());
  }

  private static void requireFeatures(MemberName member, StepContext context) {
    Features.notInForce(
            context.ports().installations().look(member).settings(),
            context.maintenance().features(member))
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
