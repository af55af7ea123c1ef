package io.quorate.watch;

import io.quorate.diagnosis.DiagnosisCode;
import java.time.Instant;

/**
 * Trouble of one cluster that the watch found by itself.
 *
 * @param code what is wrong now; it may change while the trouble lasts
 * @param since when the watch saw the trouble first
 * @param sentence what is wrong, in words
 */
public record Finding(DiagnosisCode code, Instant since, String sentence) {
  /** The trouble under the name of a later look; it began when it was first seen. */
  Finding seenAs(DiagnosisCode later, String words) {
    return new Finding(later, since, words);
  }
}
