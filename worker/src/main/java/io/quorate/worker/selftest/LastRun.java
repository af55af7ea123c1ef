package io.quorate.worker.selftest;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Last self-test, as Temporal knows it.
 *
 * @param ended empty while it runs
 * @param passed whether it ended well
 * @param since time from which the age of the last pass counted when it began
 */
record LastRun(
    String runId, Instant began, Optional<Instant> ended, boolean passed, Instant since) {
  /** Time after which a self-test that did not pass is repeated, at the latest. */
  private static final Duration AGAIN = Duration.ofHours(1);

  /** Returns the time from which the age of the last pass counts. */
  Instant passedAt() {
    return ended.filter(any -> passed).orElse(since);
  }

  /** Returns whether the next self-test is due. */
  boolean isNextDue(Duration every, Instant now) {
    Duration pause = passed || every.compareTo(AGAIN) < 0 ? every : AGAIN;
    return ended.isPresent() && !now.isBefore(began.plus(pause));
  }
}
