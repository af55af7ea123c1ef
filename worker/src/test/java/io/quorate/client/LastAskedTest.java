package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.client.RunningRuns.Run;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a run is looked at again. */
class LastAskedTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void aChangeOfPhaseIsLookedAtAtOnce() {
    LastAsked asked = LastAsked.of("asked", NOON, null);
    assertThat(asked.isEnough(run("asked", false), true, NOON.plusSeconds(15))).isTrue();
    assertThat(asked.isEnough(run("running", false), true, NOON.plusSeconds(15))).isFalse();
  }

  @Test
  void aPhaseThatLastsIsLookedAtOnceAMinuteAndThenEverRarer() {
    assertThat(pauseAfter(Duration.ZERO, false, true)).isEqualTo(Duration.ofSeconds(55));
    assertThat(pauseAfter(Duration.ofMinutes(24), false, true)).isEqualTo(Duration.ofMinutes(2));
    assertThat(pauseAfter(Duration.ofHours(1), false, true)).isEqualTo(Duration.ofMinutes(5));
    assertThat(pauseAfter(Duration.ofDays(1), false, true)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aRunThatMarksEachChangeIsLookedAtSeldomFromTheBeginning() {
    assertThat(pauseAfter(Duration.ZERO, true, true)).isEqualTo(Duration.ofMinutes(3));
    assertThat(pauseAfter(Duration.ofHours(1), true, true)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aRunThatWorksMarksNothingAndIsLookedAtOnceAMinute() {
    assertThat(pauseAfter(Duration.ZERO, true, false)).isEqualTo(Duration.ofSeconds(55));
  }

  @Test
  void anotherPhaseBeginsTheTimeAnew() {
    LastAsked old = LastAsked.of("asked", NOON.plus(Duration.ofHours(2)), asked(NOON));
    LastAsked next = LastAsked.of("running", NOON.plus(Duration.ofHours(3)), old);
    assertThat(old.since()).isEqualTo(NOON);
    assertThat(next.since()).isEqualTo(NOON.plus(Duration.ofHours(3)));
  }

  /** Time from a look at a phase of this age to the next look. */
  private static Duration pauseAfter(Duration age, boolean marks, boolean waits) {
    Instant at = NOON.plus(age);
    LastAsked asked = LastAsked.of("asked", at, asked(NOON));
    Duration pause = Duration.ZERO;
    while (asked.isEnough(run("asked", marks), waits, at.plus(pause))) {
      pause = pause.plusSeconds(1);
    }
    return pause;
  }

  private static Run run(String mark, boolean marksChanges) {
    return new Run("r1", true, mark, marksChanges);
  }

  private static LastAsked asked(Instant at) {
    return LastAsked.of("asked", at, null);
  }
}
