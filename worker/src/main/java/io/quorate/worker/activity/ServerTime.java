package io.quorate.worker.activity;

import io.temporal.activity.ActivityInfo;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Time as Temporal has it, which dates approvals: its start of this attempt, and what has passed
 * since. The clock of a worker's machine may be hours off, or set meanwhile.
 *
 * @param nanosThen what the monotonic clock said when the attempt was begun here
 */
record ServerTime(Instant began, long nanosThen, LongSupplier nanoTime) implements InstantSource {
  static ServerTime of(ActivityInfo attempt) {
    return new ServerTime(
        Instant.ofEpochMilli(attempt.getStartedTimestamp()), System.nanoTime(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return began.plusNanos(nanoTime.getAsLong() - nanosThen);
  }
}
