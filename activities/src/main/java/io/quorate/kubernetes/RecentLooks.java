package io.quorate.kubernetes;

import java.time.Duration;
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
  private @Nullable SetLook last;
  private long begun;

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
      keep(seen, now);
      return seen;
    };
  }

  private synchronized void keep(SetLook seen, long from) {
    if (last == null || from - begun >= 0) {
      begun = from;
      last = seen;
    }
  }

  @Override
  public synchronized SetLook look() {
    SetLook known = last;
    if (known != null && nanoTime.getAsLong() - begun < SHARED.toNanos()) {
      return known;
    }
    return fresh().look();
  }
}
