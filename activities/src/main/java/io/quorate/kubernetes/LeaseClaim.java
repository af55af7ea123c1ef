package io.quorate.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * One worker's claim to a lease: what it does next, and whether it may act. Times are of this
 * machine's own monotonic clock. The times in a lease are never compared with it: the clocks of
 * machines differ, so a lease of somebody else has run out when it stayed as it was for its whole
 * duration, as measured here.
 *
 * <p>A holder counts from before it asked for the renewal, and stops before the lease runs out, so
 * that it has stopped before anybody else begins.
 */
final class LeaseClaim {
  private final String holder;
  private final Duration duration;
  private Optional<LeaseView> watched = Optional.empty();
  private long watchedSince;
  private Optional<Long> goodUntil = Optional.empty();

  /**
   * A claim that holds nothing.
   *
   * @param holder who claims; the same for all workers of one operation
   * @param duration for which a renewal holds
   */
  LeaseClaim(String holder, Duration duration) {
    this.holder = holder;
    this.duration = duration;
  }

  /** The next deed with a lease. */
  sealed interface Next {
    /** There is none: make it. */
    record Create() implements Next {}

    /** The lease is this claim's own, or nobody's: write the own name and the time. */
    record Write(LeaseView seen, int transitions) implements Next {}

    /** Somebody else holds it, and may for this time still. */
    record Wait(LeaseView seen, Duration left) implements Next {}
  }

  /** Decides what to do with the lease that was seen just now. */
  synchronized Next next(Optional<LeaseView> seen, long nanos) {
    if (seen.isEmpty()) {
      watched = Optional.empty();
      return new Next.Create();
    }
    LeaseView lease = seen.get();
    if (lease.holder().equals(holder)) {
      return new Next.Write(lease, lease.transitions());
    }
    goodUntil = Optional.empty();
    if (watched.filter(lease::equals).isEmpty()) {
      watched = seen;
      watchedSince = nanos;
    }
    long left = longest(lease).toNanos() - (nanos - watchedSince);
    return lease.holder().isEmpty() || left <= 0
        ? new Next.Write(lease, lease.transitions() + 1)
        : new Next.Wait(lease, Duration.ofNanos(left));
  }

  /** A lease that tells a short time, or none, is not taken over sooner than an own one. */
  private Duration longest(LeaseView lease) {
    return lease.duration().compareTo(duration) > 0 ? lease.duration() : duration;
  }

  /**
   * Takes note that the lease was written.
   *
   * @param asked when the request was sent
   */
  synchronized void written(long asked) {
    goodUntil = Optional.of(asked + duration.multipliedBy(2).dividedBy(3).toNanos());
  }

  /** Takes note that the lease was given back, or is no longer known to be held. */
  synchronized void dropped() {
    goodUntil = Optional.empty();
    watched = Optional.empty();
  }

  /** Whether this claim holds the lease for certain. */
  synchronized boolean holds(long nanos) {
    return goodUntil.filter(until -> nanos - until < 0).isPresent();
  }
}
