package io.quorate.recording;

import io.quorate.cluster.Amounts;
import io.quorate.operation.FailureTypes;
import io.quorate.step.Budget;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Record of the attempts at a step so far; each attempt hands the record to the next in its
 * heartbeats. A failed attempt uses up the budget, one that waited for a condition uses up time,
 * and one whose worker died uses up neither.
 *
 * @param sentence progress of the current attempt
 * @param failures attempts that failed
 * @param waits attempts that found a condition not true yet
 * @param waitingSince since when every attempt has found the condition not true, for people
 * @param waited how long attempts have waited for the condition, without time in which no worker
 *     lived
 * @param lastWait when the last attempt found the condition not true
 * @param outcome whether an attempt that failed may have taken effect
 */
public record Attempts(
    String sentence,
    int failures,
    int waits,
    Optional<Instant> waitingSince,
    Duration waited,
    Optional<Instant> lastWait,
    Outcome outcome) {
  /** Knowledge of the effect of attempts that failed. */
  public enum Outcome {
    /** No attempt took effect. */
    NONE,
    /** An answer was lost, or an attempt was cut off. */
    UNKNOWN
  }

  /**
   * Number of attempts that may end without an answer. A frozen worker takes attempt after attempt,
   * one with each of its polls, and a step that kills its workers must not do so for ever.
   */
  private static final int SILENT = 20;

  /**
   * Longest time between two attempts that counts as waiting. Temporal pauses for at most 5 s while
   * a worker lives; a longer gap is an outage.
   */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  public static final Attempts NONE =
      new Attempts("begun", 0, 0, Optional.empty(), Duration.ZERO, Optional.empty(), Outcome.NONE);

  public Attempts saying(String words) {
    return new Attempts(words, failures, waits, waitingSince, waited, lastWait, outcome);
  }

  /**
   * Returns the record with one more attempt, which ended with a failure of this type.
   *
   * @param began when that attempt began
   */
  public Attempts after(String failureType, Instant began, Instant now) {
    if (failureType.equals(FailureTypes.NOT_YET)) {
      return new Attempts(
          sentence,
          failures,
          waits + 1,
          Optional.of(waitingSince.orElse(now)),
          waited.plus(pauseBefore(began)).plus(Duration.between(began, now)),
          Optional.of(now),
          outcome);
    }
    return new Attempts(
        sentence,
        failures + 1,
        waits,
        Optional.empty(),
        Duration.ZERO,
        Optional.empty(),
        failureType.equals(FailureTypes.UNKNOWN) ? Outcome.UNKNOWN : outcome);
  }

  private Duration pauseBefore(Instant began) {
    Duration pause = lastWait.map(last -> Duration.between(last, began)).orElse(Duration.ZERO);
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  /** Returns why a person is asked in place of another attempt; empty when the step is retried. */
  public Optional<String> spent(Budget budget) {
    if (failures >= budget.attempts()) {
      return Optional.of("all " + budget.attempts() + " attempts failed");
    }
    return waitingSince.isPresent() && waited.compareTo(budget.patience()) >= 0
        ? Optional.of("waited for " + Amounts.time(waited))
        : Optional.empty();
  }

  /** Returns whether too many attempts before the one with this number ended without an answer. */
  public boolean tooSilent(int attempt) {
    return silent(attempt) >= SILENT;
  }

  /**
   * Returns whether an attempt before the one with this number may have taken effect: an answer was
   * lost, or a worker fell silent.
   */
  public boolean mayHaveTakenEffect(int attempt) {
    return outcome == Outcome.UNKNOWN || silent(attempt) > 0;
  }

  private int silent(int attempt) {
    return attempt - 1 - failures - waits;
  }

  /** Returns the sentence for a step with too many unanswered attempts. */
  public static String silence() {
    return "the workers of " + SILENT + " attempts fell silent";
  }
}
