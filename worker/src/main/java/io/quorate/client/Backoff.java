package io.quorate.client;

import java.time.Duration;

/**
 * Pauses between the attempts of something that fails: each is twice as long as the one before, up
 * to a limit.
 */
public record Backoff(Duration first, Duration longest) {
  /**
   * The pause after so many failed attempts.
   *
   * @param failures 1 or more
   */
  public Duration after(int failures) {
    Duration pause = first;
    for (int failure = 1; failure < failures && pause.compareTo(longest) < 0; failure++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(longest) < 0 ? pause : longest;
  }

  /** Returns the pause after this many failures, never shorter than the other side asked for. */
  public Duration after(int failures, Duration asked) {
    Duration pause = after(failures);
    return pause.compareTo(asked) < 0 ? asked : pause;
  }
}
