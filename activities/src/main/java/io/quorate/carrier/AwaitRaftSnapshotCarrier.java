package io.quorate.carrier;

import io.quorate.port.Failure;
import io.quorate.step.AwaitRaftSnapshot;
import io.quorate.step.ResumeToSnapshot;
import java.time.Duration;
import java.util.Optional;

/** Writes as much as a raft snapshot needs, and looks at the member's disk for it. */
final class AwaitRaftSnapshotCarrier implements Carrier<AwaitRaftSnapshot> {
  private static final int WRITES = ResumeToSnapshot.SNAPSHOT_COUNT + 10;
  private static final int TOLD_EVERY = 20;
  private static final int LOOKS = 20;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Class<AwaitRaftSnapshot> step() {
    return AwaitRaftSnapshot.class;
  }

  @Override
  public Optional<String> carry(AwaitRaftSnapshot step, Act act) {
    for (int written = 0; written < WRITES; written++) {
      act.ports().canary().sing(step.member());
      if (written % TOLD_EVERY == 0) {
        act.attempt().progress(written + " of " + WRITES + " writes");
      }
    }
    for (int look = 0; look < LOOKS; look++) {
      Optional<String> taken = step.isDone(act.lookAgainAt(step.member()));
      if (taken.isPresent()) {
        return taken;
      }
      act.attempt().progress("looking for the raft snapshot");
      act.pause(BETWEEN_LOOKS);
    }
    throw new Failure.NotYet(
        step.member()
            + " has taken no raft snapshot beyond index "
            + step.beyond()
            + " after "
            + WRITES
            + " writes; with canary: off only clients write");
  }
}
