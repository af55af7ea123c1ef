package io.quorate.lab.tools;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A reporter of long work, which says at intervals how long the work has lasted. */
record StillWorking(Consumer<String> progress, Duration every) {

  /** The usual interval, short enough that nobody takes a build of minutes for a hung one. */
  static final Duration USUAL = Duration.ofSeconds(15);

  /** Work that takes long. */
  @FunctionalInterface
  interface Work<T, E extends Exception> {
    T run() throws E, InterruptedException;
  }

  /** Does the work and reports meanwhile how long it has lasted. */
  <T, E extends Exception> T during(String what, Work<T, E> work) throws E, InterruptedException {
    long start = System.nanoTime();
    try (var teller =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("still-working").factory())) {
      var telling =
          teller.scheduleAtFixedRate(
              () -> progress.accept(what + ", " + seconds(start) + " s by now"),
              every.toNanos(),
              every.toNanos(),
              TimeUnit.NANOSECONDS);
      try {
        return work.run();
      } finally {
        telling.cancel(false);
      }
    }
  }

  private static long seconds(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toSeconds();
  }
}
