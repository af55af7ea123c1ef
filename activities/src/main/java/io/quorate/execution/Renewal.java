package io.quorate.execution;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work during which something is renewed again and again, on a thread of its own: the work never
 * waits for a renewal, neither for a slow one nor for the last one.
 */
final class Renewal {
  private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);

  private Renewal() {}

  /** Does the work; renews after each such time until the work is done, one renewal at a time. */
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
