package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How often strangers can make the gateway log something. */
class LogRateLimitTest {
  private Instant now = Instant.parse("2026-03-01T03:04:05Z");
  private final LogRateLimit lines = new LogRateLimit(Duration.ofMinutes(1), () -> now);

  @Test
  void aLineIsDueAgainAfterAWhile() {
    assertThat(lines.isDue("a")).isTrue();
    assertThat(lines.isDue("a")).isFalse();
    assertThat(lines.isDue("b")).isTrue();
    now = now.plusSeconds(60);
    assertThat(lines.isDue("a")).isTrue();
  }

  @Test
  void whoeverSaysSomethingElseEachTimeFillsNoLog() {
    int due = 0;
    for (int time = 0; time < 1000; time++) {
      due += lines.isDue("guess " + time) ? 1 : 0;
    }
    assertThat(due).isEqualTo(20);
  }
}
