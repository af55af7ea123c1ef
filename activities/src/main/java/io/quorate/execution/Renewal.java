package io.quorate.execution;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does work, and renews something again and again during the work. The renewals run on a thread of
 * their own. The work never waits for a renewal: neither for a slow renewal nor for the last
 * renewal.
 */
final class Renewal {
  private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);

  private Renewal() {}

  /**
   * Does the work and returns its result. Until the work is done, calls {@code renew} after each
   * pause of the length {@code each}, one call at a time.
   */
  static <T> T during(Duration each, Runnable renew, Supplier<T> work) {
    CountDownLatch done = new CountDownLatch(1);
    Thread.ofVirtual().name("renewal").start(() -> repeat(each, renew, done));
    try {
      return work.get();
    } finally {
      done.countDown();
    }
  }

  private static void repeat(Duration each, Runnable renew, CountDownLatch done) {
    try {
      while (!done.await(each.toMillis(), TimeUnit.MILLISECONDS)) {
        renewed(renew);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static void renewed(Runnable renew) {
    try {
      renew.run();
    } catch (RuntimeException failed) {
      LOG.warn("not renewed, which is tried again: {}", failed.toString());
    }
  }
}
