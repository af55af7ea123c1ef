package io.quorate.step;

import java.time.Duration;

/**
 * How long a step may take before people are asked: so many attempts that fail, of so long. There
 * is no limit on the whole, for time in which no worker lives must not use it up.
 *
 * @param attempt the limit of one attempt
 * @param attempts how many attempts may fail; spent, the operation parks. An attempt whose worker
 *     died has not failed
 */
public record Budget(Duration attempt, int attempts) {
  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(10);
  private static final Duration MOST_PATIENCE = Duration.ofHours(6);

  /** A change by one call to etcd, whose own limit is 5 s + 2 election time-outs, read back. */
  public static final Budget CHANGE = new Budget(Duration.ofSeconds(90), 15);

  /** A few commands on one host. */
  public static final Budget HOST = new Budget(Duration.ofSeconds(60), 8);

  /**
   * A change after all voters were compared, one after the other. How long each may hash follows
   * from its database, 8 min for the 8 GiB that etcd recommends at most; so this is for seven of
   * those, and waits that the members set.
   */
  public static final Budget COMPARING = new Budget(Duration.ofMinutes(90), 15);

  /**
   * How long a condition is waited for that has to become true first, such as a vote of a member
   * that is rebooting. It is a limit in time: waiting uses up no attempt.
   */
  public Duration patience() {
    Duration whole = attempt.multipliedBy(attempts);
    if (whole.compareTo(LEAST_PATIENCE) < 0) {
      return LEAST_PATIENCE;
    }
    return whole.compareTo(MOST_PATIENCE) > 0 ? MOST_PATIENCE : whole;
  }
}
