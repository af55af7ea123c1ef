package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.token.TokenHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a login lasts, and how many may fail. */
class SessionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T03:04:05Z");
  private static final Opener DANA = new Opener.ByToken(TokenHash.of("dana's"));
  private static final Opener DANA_IN_SLACK = new Opener.FromSlack(new SlackUser("T1", "U1"));

  @Test
  void aSessionEndsWhenTheLongestTimeIsOverOrWhenClosed() {
    Sessions sessions = new Sessions();
    String one = sessions.open(DANA, NOW);
    String other = sessions.open(DANA, NOW);

    assertThat(one).isNotEqualTo(other);
    assertThat(sessions.opener(one, NOW.plus(Duration.ofHours(12)).minusMillis(1))).contains(DANA);
    assertThat(sessions.opener(one, NOW.plus(Duration.ofHours(12)))).isEmpty();
    assertThat(sessions.opener(one + "x", NOW)).isEmpty();
    sessions.close(one);
    assertThat(sessions.opener(one, NOW)).isEmpty();
    assertThat(sessions.opener(other, NOW)).contains(DANA);
  }

  @Test
  void aSessionByALinkFromSlackEndsAfterAnHour() {
    Sessions sessions = new Sessions();
    String word = sessions.open(DANA_IN_SLACK, NOW);

    assertThat(sessions.opener(word, NOW.plusSeconds(3599))).contains(DANA_IN_SLACK);
    assertThat(sessions.opener(word, NOW.plusSeconds(3600))).isEmpty();
  }

  @Test
  void tooManySessionsEndTheOldestOne() {
    Sessions sessions = new Sessions();
    List<String> opened = new ArrayList<>();
    for (int time = 0; time < 1001; time++) {
      opened.add(sessions.open(DANA, NOW));
    }
    assertThat(sessions.opener(opened.get(0), NOW)).isEmpty();
    assertThat(sessions.opener(opened.get(1), NOW)).contains(DANA);
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
