package io.quorate.hosts;

import java.time.Duration;

/**
 * How long things on a host may take.
 *
 * @param look a look from its beginning to its end
 * @param lock waiting for a member's lock
 * @param answer from a script's question to its answer; after that it lets go of the lock and the
 *     answer comes too late
 * @param grace from SIGTERM to SIGKILL
 */
public record HostLimits(Duration look, Duration lock, Duration answer, Duration grace) {
  /** What an effect may take besides: the wait after SIGKILL, syncs of a slow disk. */
  private static final Duration EFFECT = Duration.ofSeconds(30);

  public static HostLimits standard() {
    return new HostLimits(
        Duration.ofSeconds(10),
        Duration.ofSeconds(15),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10));
  }

  /** A check-and-act from its beginning to its end. */
  Duration act() {
    return look.plus(lock).plus(answer).plus(grace).plus(EFFECT);
  }
}
