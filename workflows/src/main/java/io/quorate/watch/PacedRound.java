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

  /**
   * Takes of an earlier round what no round of another process in between can have changed.
   *
   * @param old a round from before another process looked at the cluster
   */
  T afterOthers(T old);

  /** Returns the time to the next round. */
  Duration pause();
}
