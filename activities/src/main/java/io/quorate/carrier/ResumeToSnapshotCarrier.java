package io.quorate.carrier;

import io.quorate.step.ResumeToSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Starts a member that takes its next raft snapshot soon: for this one run of its process. */
final class ResumeToSnapshotCarrier implements Carrier<ResumeToSnapshot> {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Override
  public Class<ResumeToSnapshot> step() {
    return ResumeToSnapshot.class;
  }

  @Override
  public Optional<String> carry(ResumeToSnapshot step, Act act) {
    Map<String, String> soon =
        Map.of("ETCD_SNAPSHOT_COUNT", Integer.toString(ResumeToSnapshot.SNAPSHOT_COUNT));
    new Starting(step, step.member(), act).with(new TreeMap<>(soon)).until(LIMIT);
    return Optional.empty();
  }
}
