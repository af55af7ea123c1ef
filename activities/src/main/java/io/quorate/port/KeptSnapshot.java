package io.quorate.port;

import io.quorate.cluster.SavedSnapshot;
import java.util.Optional;

/**
 * A snapshot as the store has it now.
 *
 * @param saved what its entry in the catalogue says; empty for a file without one
 * @param sizeBytes of the file; empty when there is an entry but no file
 * @param problem why it must not be restored as it is, in a sentence
 */
public record KeptSnapshot(
    String file,
    Optional<SavedSnapshot> saved,
    Optional<Long> sizeBytes,
    Verification verification,
    Optional<String> problem) {
  /** How its SHA-256 was verified. */
  public enum Verification {
    /** Verified when it was saved; the file still has the size it had. */
    WHEN_SAVED,
    /** Verified just now: the file was read to its end. */
    NOW,
    /** Not verified. */
    NO,
    /** Another content than was saved, or no whole snapshot. */
    BROKEN,
    /** The file is missing. */
    MISSING
  }

  /** The snapshot after its file was read. */
  public KeptSnapshot checked(Verification now, Optional<String> why) {
    return new KeptSnapshot(file, saved, sizeBytes, now, why);
  }
}
