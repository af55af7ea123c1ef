package io.quorate.shell;

import java.time.Duration;
import java.util.List;

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

  /** The limits that suit a host, with this time from SIGTERM to SIGKILL. */
  public static HostLimits standard(Duration grace) {
    return new HostLimits(
        Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(5), grace);
  }

  /** Returns the limit of a script that looks, asks and acts. */
  public Duration act() {
    return act(grace);
  }

  /** Returns the limit of a script that ends a member which gets this time to end. */
  public Duration act(Duration toEnd) {
    return look.plus(lock).plus(answer).plus(toEnd).plus(EFFECT);
  }

  /** The arguments of {@code facts.sh}. */
  public List<String> arguments() {
    return List.of(seconds(lock), seconds(answer));
  }

  /** A time as an argument of a script: whole seconds, at least one. */
  public static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.toSeconds()));
  }
}
