package io.quorate.port;

import io.quorate.cluster.SavedSnapshot;
import java.util.Optional;

/**
 * A snapshot as it lies in the store now.
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
  /** What is known of its SHA-256. */
  public enum Verification {
    /** It was right when it was saved, and the file has the size it had. */
    WHEN_SAVED,
    /** The file was read to its end just now. */
    NOW,
    /** Nobody checked it. */
    NO,
    /** It is not the file that was saved, or no whole snapshot. */
    BROKEN,
    /** The file is gone. */
    MISSING
  }

  /** The same after its file was read. */
  public KeptSnapshot checked(Verification now, Optional<String> why) {
    return new KeptSnapshot(file, saved, sizeBytes, now, why);
  }
}
