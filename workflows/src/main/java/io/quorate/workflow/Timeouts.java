package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.step.Hazard;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * The options of the activities. None of them shapes a history: how often an activity is tried
 * leaves no event behind.
 */
final class Timeouts {
  /** A dead worker's step is under way again soon after this; activities beat every second. */
  static final Duration HEARTBEAT = Duration.ofSeconds(3);

  /** A dead worker's notifier is taken over after this; notifiers beat every second. */
  static final Duration NOTIFIER_HEARTBEAT = Duration.ofSeconds(6);

  /** How long an ended operation waits until those who asked for something have their answers. */
  static final Duration LAST_WORDS = Duration.ofSeconds(20);

  /** So much of a look, with the pause before it, counts as waiting; the rest may be an outage. */
  static final Duration LOOK_AND_PAUSE = Duration.ofMinutes(1);

  /** How often a look is tried before it has failed for good. */
  private static final int LOOKS = 20;

  /** The number with which Temporal tries for ever. */
  private static final int FOR_EVER = 0;

  private Timeouts() {}

  /**
   * Options of a look. One that compares the data of large databases takes as long as a step that
   * does; a dead one is known by its heartbeat.
   */
  static ActivityOptions look(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(90))
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(retries(LOOKS, Duration.ofSeconds(5)))
        .setSummary(summary)
        .build();
  }

  /** Options of the watch that lasts until there is something to say. */
  static ActivityOptions watch() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofHours(8))
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(1))
                .setBackoffCoefficient(2)
                .setMaximumInterval(Duration.ofMinutes(1))
                .setMaximumAttempts(FOR_EVER)
                .build())
        .setSummary("Watch the cluster while people think")
        .build();
  }

  /**
   * Options of a notifier's activity, which follows its subject to the end. An attempt is given a
   * day and then begun again with what the last heartbeat said; a failure says itself when it wants
   * to be tried again.
   */
  static ActivityOptions follow() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofDays(1))
        .setHeartbeatTimeout(NOTIFIER_HEARTBEAT)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofMillis(500))
                .setMaximumInterval(Duration.ofSeconds(5))
                .build())
        .setSummary("Show people how it stands, until it has ended")
        .build();
  }

  /**
   * Options of a step. Its activity counts the attempts itself, for it knows of what kind they
   * were. A change that is called off is over only when its attempt says so.
   */
  static ActivityOptions step(Duration attempt, Hazard hazard, String sentence) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(attempt)
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(5)))
        .setCancellationType(
            hazard.mutates()
                ? ActivityCancellationType.WAIT_CANCELLATION_COMPLETED
                : ActivityCancellationType.TRY_CANCEL)
        .setSummary(sentence)
        .build();
  }

  private static RetryOptions retries(int attempts, Duration longest) {
    return RetryOptions.newBuilder()
        .setInitialInterval(Duration.ofMillis(200))
        .setBackoffCoefficient(2)
        .setMaximumInterval(longest)
        .setMaximumAttempts(attempts)
        .setDoNotRetry(FailureTypes.notRetried())
        .build();
  }
}
