package io.quorate.recording;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.Missing;
import io.quorate.step.Budget;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of the attempts at a step so far; each attempt hands it to the next in its
 * heartbeats. An attempt that failed uses up the budget, one that waited for a condition uses up
 * time, and one whose worker fell silent uses up neither.
 *
 * @param sentence how far the attempt at hand is
 * @param failures attempts that failed
 * @param waits attempts that found a condition not true yet
 * @param waitingSince since when each attempt has found that
 */
public record Attempts(String sentence, int failures, int waits, Optional<Instant> waitingSince) {
  /**
   * How many attempts may end in silence. A worker that is frozen and not dead takes attempt after
   * attempt, one with each of its polls; a step that kills its workers must not do so for ever.
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

  /** These attempts and one more, which ended with a failure of this type. */
  public Attempts after(String failureType, Instant now) {
    return failureType.equals(FailureTypes.NOT_YET)
        ? new Attempts(sentence, failures, waits + 1, Optional.of(waitingSince.orElse(now)))
        : new Attempts(sentence, failures + 1, waits, Optional.empty());
  }

  /**
   * Why a person is asked now, after an attempt that ended with this; empty when the step is tried
   * again.
   */
  public Optional<String> spent(Budget budget, Instant now) {
    if (failures >= budget.attempts()) {
      return Optional.of("all " + budget.attempts() + " attempts failed");
    }
    return waitingSince
        .filter(since -> !now.isBefore(since.plus(budget.patience())))
        .map(since -> "waited for " + minutes(Duration.between(since, now)));
  }

  /** Whether too many attempts before this one, which has this number, ended in silence. */
  public boolean tooSilent(int attempt) {
    return attempt - 1 - failures - waits >= SILENT;
  }

  /** What is said when they did. */
  public static String silence() {
    return "the workers of " + SILENT + " attempts fell silent";
  }

  private static String minutes(Duration time) {
    return time.toMinutes() + " min";
  }
}
