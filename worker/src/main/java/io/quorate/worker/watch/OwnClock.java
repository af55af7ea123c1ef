package io.quorate.worker.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of the machine that Quorate runs on, which somebody may set. Each look compares the time
 * that passed with {@code System.nanoTime()}, which no setting changes. Thread-safe.
 */
final class OwnClock {
  private static final Logger LOG = LoggerFactory.getLogger(OwnClock.class);

  /** A quarter of the difference that makes a clock of a member wrong. */
  private static final Duration STEP = Duration.ofMillis(500);

  /** Longest time in which both clocks are read; after a longer one they cannot be compared. */
  private static final Duration AT_ONCE = Duration.ofMillis(100);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private Instant since;
  private Instant last;
  private long lastNanos;

  /**
   * Creates a clock that was set just now.
   *
   * @param nanos a clock that nobody sets, in nanoseconds since whenever
   */
  OwnClock(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.lastNanos = nanos.getAsLong();
    this.last = clock.instant();
    this.since = last;
  }

  Instant now() {
    return clock.instant();
  }

  /** Returns when a look saw first that the clock was set; earlier times are by another clock. */
  synchronized Instant since() {
    long before = nanos.getAsLong();
    Instant now = clock.instant();
    if (nanos.getAsLong() - before > AT_ONCE.toNanos()) {
      return since;
    }
    Duration step = Duration.between(last, now).minusNanos(before - lastNanos);
    if (step.abs().compareTo(STEP) > 0) {
      LOG.info(
          "The clock of this machine was set by {} ms: the clocks of members are compared anew",
          step.toMillis());
      since = now;
    }
    last = now;
    lastNanos = before;
    return since;
  }
}
