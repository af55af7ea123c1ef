package io.quorate.lab.machine;

import java.time.Duration;

/** A wait for a condition, never longer than a limit. */
public final class Await {

  private static final Duration PAUSE = Duration.ofMillis(50);

  private Await() {}

  /** A condition that is checked about twenty times a second where nothing else is said. */
  @FunctionalInterface
  public interface Condition {
    /**
     * Returns whether the condition is met. Has to return soon: the limit is checked only between
     * two calls.
     */
    boolean isMet() throws InterruptedException;
  }

  /**
   * Returns as soon as the condition is met.
   *
   * @param what the end of the sentence "waited 30 s for ..."
   * @throws NotInTimeException when the limit is spent; the condition is checked at least once
   */
  public static void until(String what, Duration limit, Condition condition)
      throws InterruptedException {
    until(what, limit, PAUSE, condition);
  }

  /**
   * Returns as soon as the condition is met.
   *
   * @param what the end of the sentence "waited 30 s for ..."
   * @param pause between two checks, for one that costs what is waited for time, such as a program
   *     that is started on the same machine
   * @throws NotInTimeException when the limit is spent; the condition is checked at least once
   */
  public static void until(String what, Duration limit, Duration pause, Condition condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.isMet()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new NotInTimeException("waited " + seconds(limit) + " for " + what);
      }
      Thread.sleep(pause);
    }
  }

  /** Formats a duration in seconds for people, as in "30 s" or "0.5 s". */
  public static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() / 1000.0 + " s";
  }
}
