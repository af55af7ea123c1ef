package io.quorate.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Sign of life of the workers, taken from one run a minute: a run in which nothing happens is not
 * asked, and tells nothing of a worker that is gone. Thread-safe.
 */
final class WorkerPulse {
  private static final Duration EVERY = Duration.ofSeconds(50);

  /** Time after which another run is wanted, because the first one has not been asked. */
  private static final Duration AGAIN = Duration.ofSeconds(14);

  private final LongSupplier nanos;
  private final AtomicLong takenAt;
  private final AtomicLong wantedAt;
  private volatile boolean missed;

  /**
   * Creates a pulse that is due.
   *
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   */
  WorkerPulse(LongSupplier nanos) {
    this.nanos = nanos;
    this.takenAt = new AtomicLong(nanos.getAsLong() - EVERY.toNanos());
    this.wantedAt = new AtomicLong(takenAt.get());
  }

  /** Whether the caller's run has to be asked although nothing happened in it: the first one. */
  boolean wantsOne() {
    long now = nanos.getAsLong();
    long before = wantedAt.get();
    return now - takenAt.get() >= EVERY.toNanos()
        && now - before >= AGAIN.toNanos()
        && wantedAt.compareAndSet(before, now);
  }

  /**
   * Whether the caller need not ask its run: a worker answered lately, and nobody was missed since.
   * Once the pulse is due, the first caller has to ask.
   */
  boolean isNotTaken() {
    long now = nanos.getAsLong();
    long before = takenAt.get();
    boolean due = now - before >= EVERY.toNanos() && takenAt.compareAndSet(before, now);
    return !missed && !due;
  }

  /** Notes that a worker answered; returns the same text. */
  String answered(String version) {
    missed = false;
    return version;
  }

  /** Notes that no worker answered: every caller has to ask until a worker answers. */
  void missed() {
    missed = true;
  }
}
