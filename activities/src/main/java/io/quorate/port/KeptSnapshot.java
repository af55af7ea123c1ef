package io.quorate.port;

import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import java.util.Optional;

/**
 * A snapshot as the store has it now.
 *
 * @param saved what the snapshot's entry in the catalogue says; empty for a file without an entry
 * @param sizeBytes size of the file; empty when there is an entry but no file
 * @param problem why it must not be restored as it is, in a sentence
 * @param content what it holds; empty where that was not read when it was saved
 * @param drill its last restore on trial; only that makes it verified (docs/etcd.md#n-14)
 */
public record KeptSnapshot(
    String file,
    Optional<SavedSnapshot> saved,
    Optional<Long> sizeBytes,
    Verification verification,
    Optional<String> problem,
    Optional<SnapshotContent> content,
    Optional<Drill> drill) {
  /** Verification of the file's SHA-256. */
  public enum Verification {
    /** Verified when it was saved; the file still has the size it had. */
    WHEN_SAVED,
    /** Verified just now: the file was read to its end. */
    NOW,
    /** Not verified. */
    NO,
    /** The file has other content than was saved, or is no complete snapshot. */
    BROKEN,
    /** The file is missing. */
    MISSING
  }

  /** Tells whether a trial restore of the snapshot matched the snapshot's entry. */
  public boolean wasRestored() {
    return drill.filter(Drill::verified).isPresent();
  }

  /** The snapshot after its file was read. */
  public KeptSnapshot checked(Verification now, Optional<String> why) {
    return new KeptSnapshot(file, saved, sizeBytes, now, why, content, drill);
  }
}
