package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.step.Downgrades.EnableDowngrade;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import io.quorate.version.Features;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/** Effects of the steps of an upgrade or a downgrade. */
final class VersionExecutors {
  private static final int WRITES = ResumeToSnapshot.SNAPSHOT_COUNT + 10;
  private static final int TOLD_EVERY = 20;
  private static final Duration TO_SHOW = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private VersionExecutors() {}

  /**
   * Asks etcd whether the downgrade is possible, and enables it; the status of all members proves
   * it.
   */
  static Optional<String> enableDowngrade(EnableDowngrade step, StepContext context) {
    Downgrade downgrade = context.ports().downgrade();
    MemberName through = context.through();
    try {
      downgrade.validate(through, step.line());
    } catch (Failure.Refused refused) {
      // etcd also refuses when a downgrade is already enabled, in varying words; the members'
      // status decides.
      return Optional.of(step.isDone(context.lookAgain()).orElseThrow(() -> refused));
    }
    downgrade.enable(through, step.line(), context.permit());
    return Optional.empty();
  }

  /**
   * Cancels the downgrade through a member of the newer version. Its answer proves nothing, so all
   * members are read back.
   */
  static void cancelDowngrade(CancelDowngrade step, StepContext context) {
    MemberName through =
        step.through(context.view())
            .orElseThrow(
                () ->
                    new Failure.NotYet("no voter above " + step.line() + " votes at this moment"));
    context.ports().downgrade().cancel(through, context.permit());
  }

  /**
   * Asks every member whether the downgrade is over: by the status of the look, and before 3.6 by a
   * call, because the status of 3.5 is silent about a downgrade.
   */
  static Optional<String> awaitDowngradeEnd(AwaitDowngradeEnd step, StepContext context) {
    for (Member member : context.view().members()) {
      if (member.isListed() && isEnabled(member, context)) {
        throw new Failure.NotYet(
            member.name() + " still tells that a downgrade is enabled; etcd ends it by itself");
      }
    }
    return Optional.of("no member tells that a downgrade is enabled");
  }

  private static boolean isEnabled(Member member, StepContext context) {
    return AwaitDowngradeEnd.told(member)
        .orElseGet(() -> context.ports().downgrade().isEnabled(member.name()));
  }

  /**
   * Waits until a voter with another etcd has caught up, and proves that it takes writes and has
   * the features that its settings switch.
   */
  static Optional<String> awaitRelease(AwaitRelease step, StepContext context) {
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

  /**
   * Writes the canary as often as a raft snapshot needs, and looks for the snapshot on the disk.
   */
  static Optional<String> awaitRaftSnapshot(AwaitRaftSnapshot step, StepContext context) {
    for (int written = 0; written < WRITES; written++) {
      context.ports().canary().write(step.member());
      if (written % TOLD_EVERY == 0) {
        context.attempt().progress(written + " of " + WRITES + " writes");
      }
    }
    context.attempt().progress("looking for the raft snapshot");
    Optional<String> taken =
        context
            .polling(BETWEEN_LOOKS)
            .within(TO_SHOW, () -> step.isDone(context.lookAgainAt(step.member())));
    if (taken.isEmpty()) {
      throw new Failure.NotYet(
          "%s has taken no raft snapshot beyond index %s after %d writes; with canary: off only clients write"
              .formatted(step.member(), step.beyond(), WRITES));
    }
    return taken;
  }
}
