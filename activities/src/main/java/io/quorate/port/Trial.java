package io.quorate.port;

import java.time.Duration;
import java.util.Optional;

/**
 * A start of a member on restored data, where nobody could reach it.
 *
 * @param restoring how long the restore took; zero where the data was there
 * @param starting from the start to the first linearizable read
 * @param oldWatch what a watch from before the raised revision got; empty where none was raised
 */
public record Trial(
    Recovered content, Duration restoring, Duration starting, Optional<OldWatch> oldWatch) {
  /** The answer to a watch from a revision before the bump. */
  public enum OldWatch {
    /** It is told that the revision is compacted: whoever watches lists anew. */
    COMPACTED,
    /** It hangs, or is told old events: caches would go wrong. */
    OPEN
  }
}
