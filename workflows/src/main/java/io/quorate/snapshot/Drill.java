package io.quorate.snapshot;

import io.quorate.cluster.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A restore of a snapshot on trial, where nobody could reach it. Only this makes a snapshot
 * <em>verified</em> (docs/etcd.md#n-14): a checksum proves the bytes, not that etcd starts on them.
 *
 * @param snapshot the name of its file
 * @param at when it ended
 * @param took from the first command to the first linearizable read
 * @param dataAge the age of the data when the drill began: what a restore at that time would have
 *     lost
 * @param mismatch why the snapshot must not be relied on; empty where all was as recorded
 * @param learner how long a learner took to join what was restored, with equal keys; empty where
 *     none did
 */
public record Drill(
    String snapshot,
    Instant at,
    Duration took,
    Duration dataAge,
    Optional<SnapshotFlaw> mismatch,
    Optional<Duration> learner) {
  /** The trial, at this time, of a snapshot that could not be restored. */
  public static Drill bad(SavedSnapshot saved, Instant at, String why) {
    return bad(saved, at, SnapshotFlaw.ofTrial(why));
  }

  private static Drill bad(SavedSnapshot saved, Instant at, SnapshotFlaw flaw) {
    return new Drill(
        saved.file(), at, Duration.ZERO, ageOf(saved, at), Optional.of(flaw), Optional.empty());
  }

  /** The mark of a snapshot that is none of its time, which no restore on trial takes back. */
  public static Drill noBackup(SavedSnapshot saved, Instant at, String why) {
    return bad(saved, at, new SnapshotFlaw(SnapshotFlaw.Kind.NO_BACKUP, "it is no backup: " + why));
  }

  /** The age of a snapshot's data at this time; none by a clock that is behind. */
  public static Duration ageOf(SavedSnapshot saved, Instant at) {
    return saved.savedAt().isAfter(at) ? Duration.ZERO : Duration.between(saved.savedAt(), at);
  }

  /** Whether the snapshot was restored, and was what its entry says. */
  public boolean verified() {
    return mismatch.isEmpty();
  }

  /**
   * The drill as people read it: {@code Last drill 3 days ago: 41 s, 38 s of data, a learner
   * joined}.
   */
  public String sentence(Instant now) {
    String when = Amounts.ago(at, now);
    return mismatch
        .map(why -> "Last drill " + when + " FAILED for " + snapshot + ": " + why.words())
        .orElseGet(
            () ->
                "Last drill "
                    + when
                    + ": "
                    + Amounts.time(took)
                    + ", "
                    + Amounts.time(dataAge)
                    + " of data"
                    + learner.map(took -> ", a learner joined").orElse(""));
  }
}
