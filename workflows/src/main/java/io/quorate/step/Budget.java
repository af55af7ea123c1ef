package io.quorate.step;

import java.time.Duration;

/**
 * How long a step may take before people are asked.
 *
 * @param attempt the limit of one attempt
 * @param total the limit of all attempts and the pauses between them
 * @param attempts how often it is tried at most; a spent limit parks the operation
 */
public record Budget(Duration attempt, Duration total, int attempts) {
  /**
   * A change by one call to etcd: its own limit is 5 s + 2 election time-outs, then it is read
   * back.
   */
  public static final Budget CHANGE = new Budget(Duration.ofSeconds(90), Duration.ofMinutes(5), 10);

  /** A few commands on one host. */
  public static final Budget HOST = new Budget(Duration.ofSeconds(60), Duration.ofMinutes(3), 5);
}
