package io.quorate.watch;

import java.time.Duration;

/**
 * Result of a round at one cluster that costs too much for every look.
 *
 * @param <T> the result itself
 */
public interface PacedRound<T> {
  /** Takes what the round before showed and this one could not. */
  T after(T before);

  /** Returns the time to the next round. */
  Duration pause();
}
