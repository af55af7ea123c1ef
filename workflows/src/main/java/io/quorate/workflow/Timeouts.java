package io.quorate.workflow;

import io.quorate.causes.FleetTroubles;
import io.quorate.operation.FailureTypes;
import io.quorate.step.Hazard;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * Options of the activities: timeouts and retries. Another release may change them: the number of
 * attempts at an activity leaves no event in the history.
 */
final class Timeouts {
  /**
   * Heartbeat timeout of steps and looks: the activity of a dead worker starts again soon after it.
   * Activities send a heartbeat every second.
   */
  static final Duration HEARTBEAT = Duration.ofSeconds(3);

  /**
   * Heartbeat timeout of activities that wait for people or watch while people think. Another
   * worker takes over {@link #LIFE} after the death of their worker, because {@link WorkerLife}
   * frees them; this longer time is the net below it. Such activities send a heartbeat three times
   * in it. They last as long as a question is open, so each heartbeat more is one for each of ten
   * thousand questions.
   */
  static final Duration WAITING_HEARTBEAT = Duration.ofMinutes(15);

  /**
   * Longest time an ended operation waits until people who asked for something have their answers.
   */
  static final Duration LAST_WORDS = Duration.ofSeconds(20);

  /**
   * Longest time that one look and the pause before it count as waiting; the rest may be an outage.
   */
  static final Duration LOOK_AND_PAUSE = Duration.ofMinutes(1);

  /** Longest time of one attempt at a report, which reads some long histories. */
  private static final Duration REPORT = Duration.ofMinutes(1);

  /**
   * Heartbeat timeout of a worker and of a held shard: others take over what a dead worker had
   * after it.
   */
  private static final Duration LIFE = Duration.ofSeconds(15);

  /** Longest time of one holder of a shard, or of one run of a worker's life: a day, and spare. */
  private static final Duration DAY = Duration.ofHours(25);

  /** Number of attempts at a look before the look has failed for good. */
  private static final int LOOKS = 20;

  /** Number of attempts that Temporal takes as unlimited. */
  private static final int FOR_EVER = 0;

  private Timeouts() {}

  /**
   * Options of a look. A look that compares the data of large databases takes as long as a step
   * that compares them; a dead worker is noticed by its missing heartbeats.
   */
  static ActivityOptions look(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(90))
        .setHeartbeatTimeout(HEARTBEAT)
        .setRetryOptions(retries(LOOKS, Duration.ofSeconds(5)))
        .setSummary(summary)
        .build();
  }

  /** Options of the watch, which lasts until people should know of a change. */
  static ActivityOptions watch() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofHours(8))
        .setHeartbeatTimeout(WAITING_HEARTBEAT)
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
   * Options of the start of a scheduled backup. It is given up before the next one is due, which is
   * a minute later at the soonest and takes its place.
   */
  static ActivityOptions startBackup() {
    return starting("Start the backup, unless an operation is under way");
  }

  /** Options of the start of a scheduled rehearsal. */
  static ActivityOptions startRehearsal() {
    return starting("Start the rehearsal, unless the cluster is needed");
  }

  /**
   * Options of the self-test, which ends each of its stages after two minutes. A second attempt
   * makes up for a worker that dies or cannot start; any other stage that is not reached is told at
   * once.
   */
  static ActivityOptions selfTest() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(20))
        .setHeartbeatTimeout(Duration.ofMinutes(1))
        .setRetryOptions(retries(2, Duration.ofSeconds(5)))
        .setSummary("Go the whole way from an alert to the end of its incident")
        .build();
  }

  /** Options of the question for a place; the operation asks again where nobody answers. */
  static ActivityOptions place() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(10))
        .setScheduleToCloseTimeout(Duration.ofSeconds(30))
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(5)))
        .setSummary("Take a place of the fleet")
        .build();
  }

  /**
   * Options of the message about a common cause, which helps nobody once the cause holds no more.
   */
  static ActivityOptions commonCause() {
    return telling("Tell people of a common cause", FleetTroubles.HELD);
  }

  /** Options of telling people of a silence. */
  static ActivityOptions silence() {
    return telling("Tell people of a silence", Duration.ofHours(6));
  }

  private static ActivityOptions telling(String summary, Duration within) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(30))
        .setScheduleToCloseTimeout(within)
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(15)))
        .setSummary(summary)
        .build();
  }

  /** Options of the look at those who have a place. */
  static ActivityOptions endedOperations() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(20))
        .setScheduleToCloseTimeout(Duration.ofMinutes(1))
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(15)))
        .setSummary("Look who of those with a place has ended")
        .build();
  }

  private static ActivityOptions starting(String summary) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(5))
        .setScheduleToCloseTimeout(Duration.ofMinutes(30))
        .setRetryOptions(retries(LOOKS, Duration.ofSeconds(5)))
        .setSummary(summary)
        .build();
  }

  /**
   * Options of a notifier's activity, which follows its subject to the end. An attempt may last a
   * day; the next one begins with the details of the last heartbeat.
   */
  static ActivityOptions follow() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofDays(1))
        .setHeartbeatTimeout(WAITING_HEARTBEAT)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofMillis(500))
                .setMaximumInterval(Duration.ofSeconds(5))
                .build())
        .setSummary("Show people how it stands, until it has ended")
        .build();
  }

  /**
   * Options of a held shard. The activity ends by itself after a day, so that the history of the
   * workflow stays short; Temporal retries without a limit.
   */
  static ActivityOptions holdShard() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(DAY)
        .setHeartbeatTimeout(LIFE)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(1))
                .setBackoffCoefficient(1.5)
                .setMaximumInterval(Duration.ofSeconds(5))
                .setMaximumAttempts(FOR_EVER)
                .build())
        .setSummary("Watch the clusters of this shard")
        .build();
  }

  /** Options of a worker's life, which only that worker can live, and only once. */
  static ActivityOptions live(String worker) {
    return ActivityOptions.newBuilder()
        .setTaskQueue(worker)
        .setScheduleToStartTimeout(Duration.ofMinutes(1))
        .setStartToCloseTimeout(DAY)
        .setHeartbeatTimeout(LIFE)
        .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
        .setSummary("Live, until the process ends")
        .build();
  }

  /** Options of the release of what a dead worker had under way; it asks each running workflow. */
  static ActivityOptions release() {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofMinutes(10))
        .setScheduleToCloseTimeout(Duration.ofHours(1))
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(15)))
        .setSummary("Let other workers go on with what this worker had begun")
        .build();
  }

  /**
   * Options of a step. Temporal retries without a limit: the activity counts its attempts, because
   * it knows which of them used up the budget. A change that was cancelled is over only when its
   * attempt says so.
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

  /**
   * Options of the writing of a report, with all its attempts. One attempt has a third of the time
   * at most: where its worker is lost, or the store hangs, there is time for another one.
   */
  static ActivityOptions report(Duration limit) {
    Duration third = limit.dividedBy(3);
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(third.compareTo(REPORT) < 0 ? third : REPORT)
        .setScheduleToCloseTimeout(limit)
        .setRetryOptions(retries(FOR_EVER, Duration.ofSeconds(15)))
        .setSummary("Write the report beside the snapshots")
        .build();
  }

  /** Options of an activity that ends after this time, whatever became of its attempts. */
  static ActivityOptions within(Duration left, ActivityOptions options) {
    return ActivityOptions.newBuilder(options).setScheduleToCloseTimeout(left).build();
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
