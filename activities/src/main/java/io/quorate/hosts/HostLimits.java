package io.quorate.hosts;

import io.quorate.workload.Workload;
import java.time.Duration;

/**
 * Time limits of scripts on a host.
 *
 * @param look of a script that only looks
 * @param lock of the wait for a member's lock
 * @param answer from a script's question to its answer; afterwards the script releases the lock and
 *     the answer comes too late
 * @param grace from SIGTERM to SIGKILL
 */
public record HostLimits(Duration look, Duration lock, Duration answer, Duration grace) {
  /** Further time that an effect may take: the wait after SIGKILL, and syncs of a slow disk. */
  private static final Duration EFFECT = Duration.ofSeconds(30);

  public static HostLimits standard() {
    return new HostLimits(
        Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(5), Workload.TERM);
  }

  /** Returns the limit of a script that looks, asks and acts. */
  Duration act() {
    return act(grace);
  }

  /** Returns the limit of a script that ends a member which gets this time to end. */
  Duration act(Duration toEnd) {
    return look.plus(lock).plus(answer).plus(toEnd).plus(EFFECT);
  }
}
