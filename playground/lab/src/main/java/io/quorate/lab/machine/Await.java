package io.quorate.lab.machine;

import java.time.Duration;

/** Waits for a condition, never longer than a limit. */
public final class Await {

  private static final Duration PAUSE = Duration.ofMillis(50);

  private Await() {}

  /** Something that becomes true, or does not. Asked about twenty times a second. */
  @FunctionalInterface
  public interface Condition {
    /** Answers soon: the limit is looked at only between two questions. */
    boolean isMet() throws InterruptedException;
  }

  /**
   * Returns as soon as the condition is met.
   *
   * @param what the end of the sentence "waited 30 s for ..."
   * @throws NotInTimeException when the limit is spent; the condition was asked at least once
   */
  public static void until(String what, Duration limit, Condition condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.isMet()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new NotInTimeException("waited " + seconds(limit) + " for " + what);
      }
      Thread.sleep(PAUSE);
    }
  }

  /** A length of time as people read it. */
  public static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() / 1000.0 + " s";
  }
}
