package io.quorate.wire;

import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SnapshotFlaw;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A restore of a snapshot on trial.
 *
 * @param snapshot the file that was restored
 * @param tookMillis from the first command to the first linearizable read
 * @param dataAgeSeconds age of the data when the drill began: what a restore then would have lost
 * @param mismatch why the snapshot must not be relied on; null where all was as recorded
 * @param learnerMillis how long a learner took to join what was restored, with equal keys; null
 *     where none did
 */
public record DrillReport(
    String snapshot,
    Instant at,
    boolean verified,
    long tookMillis,
    long dataAgeSeconds,
    Optional<String> mismatch,
    Optional<Long> learnerMillis) {
  public DrillReport {
    learnerMillis = Objects.requireNonNullElse(learnerMillis, Optional.empty());
  }

  static DrillReport of(Drill drill) {
    return new DrillReport(
        drill.snapshot(),
        drill.at(),
        drill.verified(),
        drill.took().toMillis(),
        drill.dataAge().toSeconds(),
        drill.mismatch().map(SnapshotFlaw::words),
        drill.learner().map(Duration::toMillis));
  }
}
