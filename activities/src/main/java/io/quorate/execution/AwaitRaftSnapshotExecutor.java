package io.quorate.execution;

import io.quorate.port.Failure;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import java.time.Duration;
import java.util.Optional;

/** Writes the canary as often as a raft snapshot needs, and looks for the snapshot on the disk. */
final class AwaitRaftSnapshotExecutor implements StepExecutor<AwaitRaftSnapshot> {
  private static final int WRITES = ResumeToSnapshot.SNAPSHOT_COUNT + 10;
  private static final int TOLD_EVERY = 20;
  private static final Duration TO_SHOW = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Optional<String> execute(AwaitRaftSnapshot step, StepContext context) {
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
