package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.step.Budget;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/** Every limit of the workflows, with its reason. */
final class Timeouts {
  /** A dead worker's step is under way again soon after this; activities beat every second. */
  static final Duration HEARTBEAT = Duration.ofSeconds(3);

  /** How long an operation waits for facts that need time before it gives up. */
  static final Duration ASSESSING = Duration.ofMinutes(5);

  /** How often the world is looked at while people think: a changed one voids the question. */
  static final Duration LOOK_WHILE_WAITING = Duration.ofSeconds(60);

  /** A dead worker's notifier is taken over after this; notifiers beat every second. */
  static final Duration NOTIFIER_HEARTBEAT = Duration.ofSeconds(6);

  /** How long an ended operation waits until those who asked for something have their answers. */
  static final Duration LAST_WORDS = Duration.ofSeconds(20);

  /** How often the runbook is asked before the operation gives up. */
  static final int ROUNDS = 5;

  /** How often a step whose workers fell silent is begun before people are asked. */
  static final int UNANSWERED = 5;

  private Timeouts() {}

  /**
   * Comparing large databases takes 30 s a member, twice; a dead look is known by its heartbeat.
   */
  static ActivityOptions look(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(6))
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(retries(20))
        .setSummary(summary)
        .build();
  }

  /**
   * One activity follows its subject to its end. An attempt is given a day and then begun again
   * with what the last heartbeat said; a failure says itself when it wants to be tried again.
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

  static ActivityOptions step(Budget budget, String sentence) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(budget.attempt())
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(retries(budget.attempts()))
        .setSummary(sentence)
        .build();
  }

  private static RetryOptions retries(int attempts) {
    return RetryOptions.newBuilder()
        .setInitialInterval(Duration.ofMillis(200))
        .setBackoffCoefficient(2)
        .setMaximumInterval(Duration.ofSeconds(5))
        .setMaximumAttempts(attempts)
        .setDoNotRetry(FailureTypes.notRetried())
        .build();
  }
}
