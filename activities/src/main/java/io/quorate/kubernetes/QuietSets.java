package io.quorate.kubernetes;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * StatefulSets on which no mark of Quorate stands. The background looks at each cluster every few
 * seconds. Of such sets a whole look, a dozen requests, is made once a minute: only a keeper of
 * somebody's look can be left there.
 */
final class QuietSets {
  private static final Duration REST = Duration.ofMinutes(1);

  private final SetApi api;
  private final SetNames names;
  private final LongSupplier nanoTime;
  private final ReentrantLock looking = new ReentrantLock();
  private Optional<Long> looked = Optional.empty();

  /**
   * Knows of no look yet.
   *
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  QuietSets(SetApi api, SetNames names, LongSupplier nanoTime) {
    this.api = api;
    this.names = names;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes a whole look, unless nothing can have been left behind since the one of less than a
   * minute ago. A look that failed is none.
   */
  void unlessAtRest(Runnable look) {
    looking.lock();
    try {
      long now = nanoTime.getAsLong();
      boolean rest =
          looked.filter(at -> now - at < REST.toNanos()).isPresent()
              && names.sets().stream().noneMatch(this::mayBeMarked);
      if (!rest) {
        look.run();
        looked = Optional.of(now);
      }
    } finally {
      looking.unlock();
    }
  }

  /** A set that is away may have been taken away by Quorate, whose marks are on its claims then. */
  private boolean mayBeMarked(String name) {
    return api.set(name).map(EtcdSet::new).filter(set -> !set.isMarked()).isEmpty();
  }
}
