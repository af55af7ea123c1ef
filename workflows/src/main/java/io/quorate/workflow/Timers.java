package io.quorate.workflow;

import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Time and length of a run, and timers that say on Temporal's page what they are for. A summary is
 * no part of a command, so a run of a release without summaries replays, and a release may word
 * them differently.
 */
final class Timers {
  private Timers() {}

  /**
   * Waits until the condition holds or the limit is over; returns whether the condition came first.
   * As {@link Workflow#await(Duration, Supplier)} does, the timer runs on once the condition holds.
   *
   * @param summary what the timer is for, on one line of at most 200 bytes: {@code approval: until
   *     07:04}
   */
  static boolean await(Duration limit, String summary, Supplier<Boolean> condition) {
    Promise<Void> timer = Workflow.newTimer(limit, options(summary));
    Workflow.await(() -> timer.isCompleted() || condition.get());
    return !timer.isCompleted();
  }

  /** Lets time pass. */
  static void sleep(Duration time, String summary) {
    Workflow.newTimer(time, options(summary)).get();
  }

  /** Begins a timer that nobody waits for yet. */
  static Promise<Void> begin(Duration time, String summary) {
    return Workflow.newTimer(time, options(summary));
  }

  /** Returns the time of this workflow task, which a replay finds again. */
  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** Returns whether a new run has to go on, because the history is long. */
  static boolean isLong(int events) {
    return Workflow.getInfo().getHistoryLength() > events
        || Workflow.getInfo().isContinueAsNewSuggested();
  }

  private static TimerOptions options(String summary) {
    return TimerOptions.newBuilder().setSummary(summary).build();
  }
}
