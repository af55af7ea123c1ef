package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.token.TokenHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a login lasts, and how many may fail. */
class SessionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T03:04:05Z");
  private static final TokenHash DANA = TokenHash.of("dana's");

  @Test
  void aSessionEndsWhenTheLongestTimeIsOverOrWhenClosed() {
    Sessions sessions = new Sessions();
    String one = sessions.open(DANA, NOW);
    String other = sessions.open(DANA, NOW);

    assertThat(one).isNotEqualTo(other);
    assertThat(sessions.token(one, NOW.plus(Sessions.LONGEST).minusMillis(1))).contains(DANA);
    assertThat(sessions.token(one, NOW.plus(Sessions.LONGEST))).isEmpty();
    assertThat(sessions.token(one + "x", NOW)).isEmpty();
    sessions.close(one);
    assertThat(sessions.token(one, NOW)).isEmpty();
    assertThat(sessions.token(other, NOW)).contains(DANA);
  }

  @Test
  void tooManySessionsEndTheOldestOne() {
    Sessions sessions = new Sessions();
    List<String> opened = new ArrayList<>();
    for (int time = 0; time < 1001; time++) {
      opened.add(sessions.open(DANA, NOW));
    }
    assertThat(sessions.token(opened.get(0), NOW)).isEmpty();
    assertThat(sessions.token(opened.get(1), NOW)).contains(DANA);
  }

  @Test
  void afterTenFailedLoginsAnAddressWaitsForAMinuteAndNoOtherDoes() {
    LoginAttempts attempts = new LoginAttempts();
    for (int time = 0; time < 10; time++) {
      assertThat(attempts.pause("10.0.0.7", NOW)).isZero();
      attempts.failed("10.0.0.7", NOW.plusSeconds(time));
    }
    assertThat(attempts.pause("10.0.0.7", NOW.plusSeconds(20))).isEqualTo(Duration.ofSeconds(40));
    assertThat(attempts.pause("10.0.0.8", NOW.plusSeconds(20))).isZero();
    assertThat(attempts.pause("10.0.0.7", NOW.plusSeconds(60))).isZero();
    attempts.failed("10.0.0.7", NOW.plusSeconds(60));
    assertThat(attempts.pause("10.0.0.7", NOW.plusSeconds(60))).isZero();
  }
}
