package io.quorate.step;

import java.time.Duration;

/**
 * How long a step may take before people are asked: so many attempts of so long. There is no limit
 * on the whole, for time in which no worker lives must not use it up.
 *
 * @param attempt the limit of one attempt
 * @param attempts how often it is tried at most; spent, the operation parks
 */
public record Budget(Duration attempt, int attempts) {
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
}
