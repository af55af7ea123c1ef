package io.quorate.worker.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastRunTest {
  private static final Instant BEGAN = Instant.parse("2026-11-30T03:00:00Z");
  private static final Optional<Instant> ENDED = Optional.of(BEGAN.plusSeconds(20));
  private static final Instant DAY_BEFORE = BEGAN.minus(Duration.ofHours(24));
  private static final Duration DAY = Duration.ofHours(24);

  @Test
  void theNextOneIsDueAfterTheConfiguredTime() {
    LastRun passed = new LastRun("1", BEGAN, ENDED, true, DAY_BEFORE);

    assertThat(passed.isNextDue(DAY, BEGAN.plus(Duration.ofHours(23)))).isFalse();
    assertThat(passed.isNextDue(DAY, BEGAN.plus(DAY))).isTrue();
  }

  @Test
  void aSelfTestThatDidNotPassIsRepeatedAfterAnHour() {
    LastRun failed = new LastRun("1", BEGAN, ENDED, false, DAY_BEFORE);

    assertThat(failed.isNextDue(DAY, BEGAN.plus(Duration.ofMinutes(59)))).isFalse();
    assertThat(failed.isNextDue(DAY, BEGAN.plus(Duration.ofMinutes(60)))).isTrue();
  }

  @Test
  void noSecondSelfTestBeginsWhileTheFirstRuns() {
    LastRun running = new LastRun("1", BEGAN, Optional.empty(), false, DAY_BEFORE);

    assertThat(running.isNextDue(DAY, BEGAN.plus(Duration.ofDays(9)))).isFalse();
  }

  @Test
  void theAgeCountsFromTheEndOfTheLastThatPassed() {
    assertThat(new LastRun("1", BEGAN, ENDED, true, DAY_BEFORE).passedAt())
        .isEqualTo(ENDED.orElseThrow());
    assertThat(new LastRun("1", BEGAN, ENDED, false, DAY_BEFORE).passedAt()).isEqualTo(DAY_BEFORE);
    assertThat(new LastRun("1", BEGAN, Optional.empty(), false, DAY_BEFORE).passedAt())
        .isEqualTo(DAY_BEFORE);
  }
}
