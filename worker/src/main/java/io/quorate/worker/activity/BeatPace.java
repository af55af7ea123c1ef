package io.quorate.worker.activity;

import io.temporal.activity.ActivityInfo;
import java.time.Duration;

/**
 * Pace of an activity's heartbeats by its time-out, which may be that of another release.
 *
 * @param timeout after which Temporal begins another attempt
 */
record BeatPace(Duration timeout) {
  /** Time-out of an activity that was scheduled without one. */
  private static final Duration USUAL = Duration.ofSeconds(30);

  static BeatPace of(ActivityInfo activity) {
    Duration timeout = activity.getHeartbeatTimeout();
    return new BeatPace(timeout.isZero() ? USUAL : timeout);
  }

  /** Time between two heartbeats: two may be lost before another attempt begins. */
  Duration every() {
    return timeout.dividedBy(3);
  }

  /** Age up to which an acknowledged heartbeat proves that no other attempt has begun. */
  Duration fresh() {
    return timeout.dividedBy(2);
  }
}
