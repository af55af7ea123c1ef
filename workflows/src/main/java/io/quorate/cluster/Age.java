package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;

/**
 * Age of something that was seen, by the clock of now. A time in the future was taken while a clock
 * was ahead: how old it is, nobody knows, and nothing that waits for its age may wait for it.
 */
public final class Age {
  /** How far the clocks of two workers may differ. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(2);

  private Age() {}

  /** Whether something of this time is younger than this; a time in the future never is. */
  public static boolean isBelow(Duration limit, Instant then, Instant now) {
    return !then.isAfter(now) && Duration.between(then, now).compareTo(limit) < 0;
  }

  /**
   * Whether a clock was ahead when this time was taken. Two workers may differ a little, and one
   * may be slower to write than the other; that is nothing that has to be set right.
   */
  public static boolean wasAhead(Instant then, Instant now) {
    return then.isAfter(now.plus(CLOCKS_APART));
  }
}
