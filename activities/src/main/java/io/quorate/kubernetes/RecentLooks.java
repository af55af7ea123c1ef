package io.quorate.kubernetes;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks that are shared for a moment: an observation of a cluster asks for each member three times,
 * and the API server is asked once. The look before an effect and the look for a proof are never
 * shared; {@link #fresh} gives these, and whoever looks next sees what they saw.
 */
final class RecentLooks implements SetLooks {
  static final Duration SHARED = Duration.ofMillis(500);

  private final SetLooks looks;
  private final LongSupplier nanoTime;
  private final ReentrantLock looking = new ReentrantLock();
  private @Nullable SetLook last;
  private long begun;
  private long ended;

  /**
   * Shares these looks.
   *
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  RecentLooks(SetLooks looks, LongSupplier nanoTime) {
    this.looks = looks;
    this.nanoTime = nanoTime;
  }

  /** Looks that are never shared. */
  SetLooks fresh() {
    return () -> {
      long now = nanoTime.getAsLong();
      SetLook seen = looks.look();
      keep(seen, now, nanoTime.getAsLong());
      return seen;
    };
  }

  private void keep(SetLook seen, long from, long to) {
    looking.lock();
    try {
      if (last == null || from - begun >= 0) {
        begun = from;
        ended = to;
        last = seen;
      }
    } finally {
      looking.unlock();
    }
  }

  @Override
  public SetLook look() {
    looking.lock();
    try {
      SetLook known = last;
      // From its end: a look that waited for a silent API server is not repeated by each caller.
      if (known != null && nanoTime.getAsLong() - ended < SHARED.toNanos()) {
        return known;
      }
      return fresh().look();
    } finally {
      looking.unlock();
    }
  }
}
