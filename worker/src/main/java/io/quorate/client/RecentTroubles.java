package io.quorate.client;

import io.quorate.causes.FleetTroubles;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Restraint;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Troubles of the fleet as one question of this process has read them: a lost zone makes a thousand
 * looks at one moment, and {@code fleet/causes} answers one question after the other.
 */
public final class RecentTroubles {
  /** Age up to which an answer to somebody else is good enough. */
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final Supplier<Outcome<FleetTroubles>> source;
  private final LongSupplier nanos;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Optional<Read> last = Optional.empty();

  private record Read(Optional<FleetTroubles> troubles, long at) {}

  /**
   * Creates a reader of the troubles.
   *
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   */
  public RecentTroubles(Supplier<Outcome<FleetTroubles>> source, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
  }

  /**
   * Returns why a cluster proposes nothing yet. Where Temporal does not answer, nothing is held.
   */
  public Optional<Restraint> restraint(ClusterKey cluster, Instant now) {
    return troubles()
        .flatMap(all -> all.holding(cluster, now))
        .map(cause -> Restraint.of(cause, cluster, now));
  }

  private Optional<FleetTroubles> troubles() {
    Optional<Read> known = last.filter(this::isFresh);
    if (known.isEmpty()) {
      reading.lock();
      try {
        known = last.filter(this::isFresh).or(this::read);
      } finally {
        reading.unlock();
      }
    }
    return known.flatMap(Read::troubles);
  }

  private boolean isFresh(Read read) {
    return nanos.getAsLong() - read.at() < FRESH.toNanos();
  }

  /** Reads for all who wait: one that got no answer stands for their reads, too. */
  private Optional<Read> read() {
    Optional<FleetTroubles> troubles = source.get().answer();
    last = Optional.of(new Read(troubles, nanos.getAsLong()));
    return last;
  }
}
