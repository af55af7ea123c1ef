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

  /** Half of the time for which a worker has to be silent before its activities are freed. */
  private static final Duration FREED = Duration.ofMillis(7_500);

  static BeatPace of(ActivityInfo activity) {
    Duration timeout = activity.getHeartbeatTimeout();
    return new BeatPace(timeout.isZero() ? USUAL : timeout);
  }

  /** Time between two heartbeats: two may be lost before another attempt begins. */
  Duration every() {
    return timeout.dividedBy(3);
  }

  /**
   * Age up to which an acknowledged heartbeat proves that no other attempt has begun: below the
   * time after which the activities of a silent worker are freed, whatever their own time-out.
   */
  Duration fresh() {
    Duration half = timeout.dividedBy(2);
    return half.compareTo(FREED) < 0 ? half : FREED;
  }
}
