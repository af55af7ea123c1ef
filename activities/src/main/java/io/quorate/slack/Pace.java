package io.quorate.slack;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Keeps writes to the channel a set time apart; Slack asks for about a second. */
final class Pace {
  private final Duration between;
  private long free = System.nanoTime();

  Pace(Duration between) {
    this.between = between;
  }

  /** Waits until the next write is due, at most for the time between two writes. */
  synchronized void await() {
    long wait = free - System.nanoTime();
    if (wait > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Failure.Transient("Writing to Slack was interrupted.", e);
      }
    }
    free = System.nanoTime() + between.toNanos();
  }
}
