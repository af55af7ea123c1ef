package io.quorate.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.FailureTypes;
import io.quorate.step.Budget;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What one attempt at a step tells the next. */
class AttemptsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T01:00:00Z");

  /** Eight attempts of a minute; a condition is waited for ten minutes. */
  private static final Budget BUDGET = Budget.HOST;

  @Test
  void timeWithoutAWorkerIsNoTimeOfWaiting() {
    Attempts before = waited(Attempts.NONE, NOW, Duration.ofSeconds(2));
    Instant nextMorning = NOW.plus(Duration.ofHours(9));

    Attempts after = waited(before, nextMorning, Duration.ofSeconds(2));

    assertThat(after.waited()).isEqualTo(Duration.ofSeconds(2 + 10 + 2));
    assertThat(after.spent(BUDGET)).isEmpty();
    assertThat(after.waitingSince()).hasValue(NOW.plusSeconds(2));
  }

  @Test
  void attemptsThatWaitAndTheirShortPausesUseUpThePatience() {
    Attempts attempts = Attempts.NONE;
    Instant begin = NOW;
    while (attempts.spent(BUDGET).isEmpty()) {
      attempts = waited(attempts, begin, Duration.ofSeconds(28));
      begin = begin.plusSeconds(30);
    }

    assertThat(attempts.spent(BUDGET)).hasValue("waited for 10 min");
    assertThat(Duration.between(NOW, begin))
        .isBetween(Duration.ofMinutes(10), Duration.ofSeconds(631));
  }

  @Test
  void aFailureBeginsTheWaitAnew() {
    Attempts waiting = waited(Attempts.NONE, NOW, Duration.ofMinutes(9));

    Attempts failed = waiting.after(FailureTypes.TRANSIENT, NOW, NOW);

    assertThat(failed.waited()).isZero();
    assertThat(failed.failures()).isEqualTo(1);
  }

  @Test
  void anAnswerThatWasLostOnceStaysUnknown() {
    Attempts attempts =
        Attempts.NONE
            .after(FailureTypes.UNKNOWN, NOW, NOW)
            .after(FailureTypes.TRANSIENT, NOW, NOW)
            .after(FailureTypes.NOT_YET, NOW, NOW)
            .saying("looking");

    assertThat(attempts.mayHaveTakenEffect(4)).isTrue();
    assertThat(Attempts.NONE.after(FailureTypes.TRANSIENT, NOW, NOW).mayHaveTakenEffect(2))
        .isFalse();
  }

  @Test
  void anAttemptWhoseWorkerFellSilentMayHaveTakenEffect() {
    assertThat(Attempts.NONE.mayHaveTakenEffect(1)).isFalse();
    assertThat(Attempts.NONE.mayHaveTakenEffect(2)).isTrue();
  }

  private static Attempts waited(Attempts before, Instant began, Duration lasting) {
    return before.after(FailureTypes.NOT_YET, began, began.plus(lasting));
  }
}
