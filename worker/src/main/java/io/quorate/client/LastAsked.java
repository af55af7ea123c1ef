package io.quorate.client;

import io.quorate.client.RunningRuns.Run;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Last look at a workflow.
 *
 * @param mark of the workflow in Temporal's list
 * @param since first look at which the mark was this
 */
record LastAsked(Instant at, String mark, Instant since) {
  /** Time after which a run is looked at again although its phase has not changed. */
  private static final Duration AGAIN = Duration.ofSeconds(55);

  /** Longest time between two looks at a phase that lasts: each look is a call to Temporal. */
  private static final Duration AT_LAST = Duration.ofMinutes(5);

  /**
   * Time between two looks at a run whose list shows each change: nothing but the run's notifier,
   * which may fail, is looked at then.
   */
  private static final Duration MARKED = Duration.ofMinutes(3);

  /** Share of the time without a change of phase that passes until the next look. */
  private static final int SHARE = 12;

  /** Notes a look at a workflow with this mark. */
  static LastAsked of(String mark, Instant now, @Nullable LastAsked before) {
    return before != null && before.mark().equals(mark)
        ? new LastAsked(now, mark, before.since())
        : new LastAsked(now, mark, now);
  }

  /**
   * Whether the workflow need not be looked at now: its mark is the same, and time is left.
   *
   * @param waits whether the workflow waits for people or for time, so that it marks each change
   */
  boolean isEnough(Run run, boolean waits, Instant now) {
    return run.mark().equals(mark) && now.isBefore(at.plus(pause(run.marksChanges() && waits)));
  }

  private Duration pause(boolean marksChanges) {
    Duration byAge = Duration.between(since, at).dividedBy(SHARE);
    Duration most = byAge.compareTo(AT_LAST) < 0 ? byAge : AT_LAST;
    Duration least = marksChanges ? MARKED : AGAIN;
    return most.compareTo(least) < 0 ? least : most;
  }
}
