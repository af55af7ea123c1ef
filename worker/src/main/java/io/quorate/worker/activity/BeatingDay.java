package io.quorate.worker.activity;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Day of an activity that sends heartbeats. The day ends after a heartbeat that Temporal
 * acknowledged: an end that falls into an outage is lost, and nobody does the work meanwhile.
 */
final class BeatingDay {
  private static final Duration DAY = Duration.ofDays(1);

  private final LongSupplier nanos;
  private final long began;

  /**
   * Begins the day.
   *
   * @param nanos a monotonic clock
   */
  BeatingDay(LongSupplier nanos) {
    this.nanos = nanos;
    this.began = nanos.getAsLong();
  }

  /** Returns whether the activity may end now. */
  boolean isOver(ServerHeartbeat.Outcome last) {
    return last == ServerHeartbeat.Outcome.ACKNOWLEDGED
        && nanos.getAsLong() - began >= DAY.toNanos();
  }
}
