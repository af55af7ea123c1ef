package io.quorate.worker.watch;

import io.quorate.client.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Calls to Temporal that are not made while Temporal is away: after one for which the watch waited
 * in vain, one call is tried again every few seconds, and the others are missed at once. So a fleet
 * with many open incidents goes on looking. Only for calls that Temporal answers by itself: the
 * query of a workflow that is stuck says nothing about Temporal. Thread-safe.
 */
public final class SparedCalls {
  /** A call that took longer was not refused: nobody answered. */
  private static final Duration REFUSED = Duration.ofSeconds(1);

  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Longest time of the call that is tried; another one is tried then. */
  private static final Duration TRIED = Duration.ofSeconds(20);

  private final LongSupplier nanos;
  private final AtomicLong nextTry;
  private volatile boolean away;

  /**
   * Creates calls to a Temporal that was not asked yet.
   *
   * @param nanos a monotonic clock
   */
  public SparedCalls(LongSupplier nanos) {
    this.nanos = nanos;
    this.nextTry = new AtomicLong(nanos.getAsLong());
  }

  /** Makes the call, unless Temporal is away. */
  <T> Outcome<T> ask(Supplier<Outcome<T>> call) {
    if (away && !mayTry()) {
      return Outcome.missed(
          Outcome.Reason.UNREACHABLE, "Temporal did not answer some seconds ago.");
    }
    long began = nanos.getAsLong();
    Outcome<T> outcome = call.get();
    long now = nanos.getAsLong();
    boolean vain =
        outcome instanceof Outcome.Missed<T> missed
            && missed.reason() == Outcome.Reason.UNREACHABLE
            && now - began > REFUSED.toNanos();
    if (vain) {
      nextTry.set(now + PAUSE.toNanos());
    }
    away = vain;
    return outcome;
  }

  private boolean mayTry() {
    long due = nextTry.get();
    long now = nanos.getAsLong();
    return now - due >= 0 && nextTry.compareAndSet(due, now + TRIED.toNanos());
  }
}
