package io.quorate.kubernetes;

import io.quorate.port.ClusterLock.Owner;
import java.time.Duration;
import java.util.Optional;

/**
 * The claim of one process to a lease: what it does next, and whether it may act. Times are of this
 * machine's own monotonic clock. The times in a lease are never compared with it: the clocks of
 * machines differ, so a lease has run out when it stayed as it was for its whole duration, as
 * measured here.
 *
 * <p>A holder counts from before it asked for the renewal, and stops before the lease runs out, so
 * that it has stopped before anybody else begins.
 */
final class LeaseClaim {
  private final Duration duration;
  private Optional<LeaseView> watched = Optional.empty();
  private long watchedSince;
  private boolean lives;
  private Optional<Long> goodUntil = Optional.empty();

  /**
   * A claim that holds nothing.
   *
   * @param duration for which a renewal holds
   */
  LeaseClaim(Duration duration) {
    this.duration = duration;
  }

  /** The next deed with a lease. */
  sealed interface Next {
    /** There is none: make it. */
    record Create() implements Next {}

    /** The lease is the owner's already: write the time. */
    record Renew() implements Next {}

    /** The lease is of another operation of this installation, or nobody's: write the owner. */
    record TakeOver() implements Next {}

    /** Another installation has the lease, and was not seen to renew it: time until it runs out. */
    record Wait(LeaseView seen, Duration left) implements Next {}

    /** Another installation has the lease, and renews the lease. */
    record Leave(LeaseView seen) implements Next {}
  }

  /** Decides what to do with the lease that was seen just now. */
  synchronized Next next(Optional<LeaseView> seen, Owner owner, long nanos) {
    watch(seen, owner.installation(), nanos);
    if (seen.isEmpty()) {
      return new Next.Create();
    }
    LeaseView lease = seen.get();
    if (lease.holder().equals(LeaseView.holder(owner))) {
      return new Next.Renew();
    }
    if (lease.isOf(owner.installation()) || lease.holder().isEmpty() || hasRunOut(nanos)) {
      return new Next.TakeOver();
    }
    return lives ? new Next.Leave(lease) : new Next.Wait(lease, Duration.ofNanos(left(nanos)));
  }

  /**
   * Takes note of the lease that was seen just now. One that is gone, or that another installation
   * has, is not held any more.
   */
  synchronized void watch(Optional<LeaseView> seen, String installation, long nanos) {
    if (seen.filter(lease -> lease.isOf(installation)).isEmpty()) {
      goodUntil = Optional.empty();
    }
    if (!seen.map(LeaseClaim::state).equals(watched.map(LeaseClaim::state))) {
      lives = seen.map(LeaseClaim::holding).equals(watched.map(LeaseClaim::holding));
      watched = seen;
      watchedSince = nanos;
    }
  }

  private static String state(LeaseView lease) {
    return lease.uid() + " " + lease.version();
  }

  private static String holding(LeaseView lease) {
    return lease.uid() + " " + lease.holder();
  }

  /** Whether the watched lease stayed as it was for its whole duration, or there is none. */
  synchronized boolean hasRunOut(long nanos) {
    return left(nanos) <= 0;
  }

  /** A lease that tells a short time, or none, runs out no sooner than an own one. */
  private long left(long nanos) {
    return watched
        .map(LeaseView::duration)
        .map(told -> told.compareTo(duration) > 0 ? told : duration)
        .map(longest -> longest.toNanos() - (nanos - watchedSince))
        .orElse(0L);
  }

  /**
   * Takes note that the lease was written.
   *
   * @param asked when the look before the write began
   */
  synchronized void written(long asked) {
    goodUntil = Optional.of(asked + duration.multipliedBy(2).dividedBy(3).toNanos());
  }

  /** Takes note that the lease is given back. */
  synchronized void dropped() {
    goodUntil = Optional.empty();
  }

  /** Whether this claim holds the lease for certain. */
  synchronized boolean holds(long nanos) {
    return goodUntil.filter(until -> nanos - until < 0).isPresent();
  }
}
