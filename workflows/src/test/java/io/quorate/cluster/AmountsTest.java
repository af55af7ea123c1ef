package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "PT-3S, 0.0 s",
    "PT0.04S, 0.0 s",
    "PT0.3S, 0.3 s",
    "PT9.96S, 10.0 s",
    "PT10.9S, 10 s",
    "PT1M59.9S, 119 s",
    "PT2M, 2 min",
    "PT1H59M59S, 119 min",
    "PT2H, 2 h",
    "PT47H59M, 47 h",
    "P2D, 2 days",
    "P21DT3H, 21 days"
  })
  void aDurationHasOneUnit(Duration duration, String words) {
    assertThat(Amounts.time(duration)).isEqualTo(words);
  }

  @Test
  void aMomentIsNeverNamedTooEarly() {
    assertThat(Amounts.moment(Instant.parse("2026-11-21T03:02:31Z")))
        .isEqualTo("2026-11-21T03:02:31Z");
    assertThat(Amounts.moment(Instant.parse("2026-11-21T03:02:31.000000001Z")))
        .isEqualTo("2026-11-21T03:02:32Z");
  }

  @Test
  void aSizeIsRoundedUpSoThatNothingThatIsThereIsShownAsZero() {
    assertThat(Amounts.mebibytes(0)).isEqualTo("0 MiB");
    assertThat(Amounts.mebibytes(1)).isEqualTo("1 MiB");
    assertThat(Amounts.mebibytes(21L << 20)).isEqualTo("21 MiB");
    assertThat(Amounts.mebibytes((5L << 30) + 1)).isEqualTo("5121 MiB");
  }

  @Test
  void aCountOfOneIsSingular() {
    assertThat(Amounts.count(1, "voter")).isEqualTo("1 voter");
    assertThat(Amounts.count(0, "voter")).isEqualTo("0 voters");
  }

  @Test
  void aFutureMomentIsShownAsATimeAndNotAsAnAge() {
    Instant now = Instant.parse("2026-11-21T03:02:24Z");
    assertThat(Amounts.ago(now.minusSeconds(90), now)).isEqualTo("90 s ago");
    assertThat(Amounts.ago(now.plusSeconds(1), now)).as("two clocks").isEqualTo("0.0 s ago");
    assertThat(Amounts.ago(now.plusSeconds(9000), now))
        .isEqualTo("at 2026-11-21T05:32:24Z, which has not come yet (a clock was ahead)");
  }
}
