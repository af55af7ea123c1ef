package io.quorate.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * Time in which a certificate is valid.
 *
 * @param of whose it is, as people know it: {@code the client port of etcd-1}
 * @param until the first moment at which nobody accepts it
 */
public record Validity(String of, Instant from, Instant until) {
  private static final Duration LONG_BEFORE = Duration.ofDays(30);

  /**
   * Part of a short life that has to be left. Programs that renew by themselves do so with a third
   * left (the default of cert-manager), so a quarter means that they did not.
   */
  private static final int PART = 4;

  /** Last part of the warning time, in which the renewal is urgent. */
  private static final int URGENT = 4;

  /** Returns whether its renewal is due in the next days. */
  public boolean endsSoon(Instant now) {
    return now.plus(warned()).isAfter(until);
  }

  /** Returns whether its renewal comes before all else. */
  public boolean isUrgent(Instant now) {
    return now.plus(warned().dividedBy(URGENT)).isAfter(until);
  }

  /** Time before its end in which it is warned of: 30 days, or a quarter of a life below 120. */
  private Duration warned() {
    Duration part = Duration.between(from, until).dividedBy(PART);
    return part.compareTo(LONG_BEFORE) < 0 ? part : LONG_BEFORE;
  }
}
