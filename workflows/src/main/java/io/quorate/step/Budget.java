package io.quorate.step;

import java.time.Duration;

/**
 * How long a step may take before people are asked: a number of attempts that fail, each with a
 * time limit. There is no limit on the whole, because time in which no worker lives must not use it
 * up.
 *
 * @param attempt the limit of one attempt
 * @param attempts how many attempts may fail before the operation parks. An attempt whose worker
 *     died has not failed
 * @param patience the longest wait for a condition that has to become true first, such as the vote
 *     of a rebooting member. Waiting is limited in time, because it uses up no attempt
 */
public record Budget(Duration attempt, int attempts, Duration patience) {
  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(10);
  private static final Duration MOST_PATIENCE = Duration.ofHours(6);

  /**
   * Budget of a change by one call to etcd, whose own limit is 5 s + 2 election time-outs, read
   * back.
   */
  public static final Budget CHANGE = new Budget(Duration.ofSeconds(90), 15);

  /**
   * Budget of a few commands on one host, after a look at all of them: of a member that does not
   * run it reads the end of its log, 64 MB of it, which take half a minute at 2 MB/s.
   */
  public static final Budget HOST = new Budget(Duration.ofSeconds(75), 8);

  /**
   * Budget of a change after all voters were compared, one after the other. Hashing takes 8 min for
   * the 8 GiB that etcd recommends at most; 90 min cover seven such voters, and waits.
   */
  public static final Budget COMPARING = new Budget(Duration.ofMinutes(90), 15);

  /** A budget whose patience is as long as all its attempts, within bounds. */
  public Budget(Duration attempt, int attempts) {
    this(attempt, attempts, patience(attempt.multipliedBy(attempts)));
  }

  /** Returns this budget with a longer limit for each attempt. */
  public Budget longerBy(Duration more) {
    return new Budget(attempt.plus(more), attempts);
  }

  private static Duration patience(Duration whole) {
    if (whole.compareTo(LEAST_PATIENCE) < 0) {
      return LEAST_PATIENCE;
    }
    return whole.compareTo(MOST_PATIENCE) > 0 ? MOST_PATIENCE : whole;
  }
}
