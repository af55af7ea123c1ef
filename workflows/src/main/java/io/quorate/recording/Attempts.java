package io.quorate.recording;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.Missing;
import io.quorate.step.Budget;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Record of the attempts at a step so far; each attempt hands it to the next in its heartbeats. A
 * failed attempt uses up the budget, one that waited for a condition uses up time, and one whose
 * worker died uses up neither.
 *
 * @param sentence progress of the current attempt
 * @param failures attempts that failed
 * @param waits attempts that found a condition not true yet
 * @param waitingSince since when every attempt has found that
 */
public record Attempts(String sentence, int failures, int waits, Optional<Instant> waitingSince) {
  /**
   * How many attempts may end without an answer. A frozen worker takes attempt after attempt, one
   * with each of its polls, and a step that kills its workers must not do so for ever.
   */
  private static final int SILENT = 20;

  public static final Attempts NONE = new Attempts("begun", 0, 0, Optional.empty());

  public Attempts {
    sentence = Missing.orElse(sentence, "");
    waitingSince = waitingSince == null ? Optional.empty() : waitingSince;
  }

  public Attempts saying(String words) {
    return new Attempts(words, failures, waits, waitingSince);
  }

  /** The record with one more attempt, which ended with a failure of this type. */
  public Attempts after(String failureType, Instant now) {
    return failureType.equals(FailureTypes.NOT_YET)
        ? new Attempts(sentence, failures, waits + 1, Optional.of(waitingSince.orElse(now)))
        : new Attempts(sentence, failures + 1, waits, Optional.empty());
  }

  /**
   * Why a person is asked now, after an attempt that ended with this failure; empty when the step
   * is tried again.
   */
  public Optional<String> spent(Budget budget, Instant now) {
    if (failures >= budget.attempts()) {
      return Optional.of("all " + budget.attempts() + " attempts failed");
    }
    return waitingSince
        .filter(since -> !now.isBefore(since.plus(budget.patience())))
        .map(since -> "waited for " + minutes(Duration.between(since, now)));
  }

  /** Whether too many attempts before the one with this number ended without an answer. */
  public boolean tooSilent(int attempt) {
    return attempt - 1 - failures - waits >= SILENT;
  }

  /** The sentence for a step with too many unanswered attempts. */
  public static String silence() {
    return "the workers of " + SILENT + " attempts fell silent";
  }

  private static String minutes(Duration time) {
    return time.toMinutes() + " min";
  }
}
