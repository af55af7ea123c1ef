package io.quorate.slack;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Keeps writes to the channel about a second apart, as Slack asks for. */
final class Pace {
  private final Duration between;
  private long free = System.nanoTime();

  Pace(Duration between) {
    this.between = between;
  }

  /** Waits until the next write is due, at most one distance. */
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
