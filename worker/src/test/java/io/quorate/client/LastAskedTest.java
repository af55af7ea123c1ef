package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a run is looked at again. */
class LastAskedTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void aChangeOfPhaseIsLookedAtAtOnce() {
    LastAsked asked = LastAsked.of("asked", NOON, null);
    assertThat(asked.isEnough("asked", NOON.plusSeconds(15))).isTrue();
    assertThat(asked.isEnough("running", NOON.plusSeconds(15))).isFalse();
  }

  @Test
  void aPhaseThatLastsIsLookedAtOnceAMinuteAndThenEverRarer() {
    assertThat(pauseAfter(Duration.ZERO)).isEqualTo(Duration.ofSeconds(55));
    assertThat(pauseAfter(Duration.ofMinutes(24))).isEqualTo(Duration.ofMinutes(2));
    assertThat(pauseAfter(Duration.ofHours(1))).isEqualTo(Duration.ofMinutes(5));
    assertThat(pauseAfter(Duration.ofDays(1))).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void anotherPhaseBeginsTheTimeAnew() {
    LastAsked old = LastAsked.of("asked", NOON.plus(Duration.ofHours(2)), asked(NOON));
    LastAsked next = LastAsked.of("running", NOON.plus(Duration.ofHours(3)), old);
    assertThat(old.since()).isEqualTo(NOON);
    assertThat(next.since()).isEqualTo(NOON.plus(Duration.ofHours(3)));
  }

  /** Time from a look at a phase of this age to the next look. */
  private static Duration pauseAfter(Duration age) {
    Instant at = NOON.plus(age);
    LastAsked asked = LastAsked.of("asked", at, asked(NOON));
    Duration pause = Duration.ZERO;
    while (asked.isEnough("asked", at.plus(pause))) {
      pause = pause.plusSeconds(1);
    }
    return pause;
  }

  private static LastAsked asked(Instant at) {
    return LastAsked.of("asked", at, null);
  }
}
