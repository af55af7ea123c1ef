package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.record.SeenSize;
import io.quorate.record.SizeHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeenSizesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  private SeenSizes sizes = SeenSizes.NONE;
  private Instant now = Pulses.NOON;

  @Test
  void theGrowthOfTheLastHourTellsTheTimeThatIsLeft() {
    pass(Duration.ofHours(2), 60);
    assertThat(sizes.until(60 * 12 + 1, HOUR, now)).hasValue(Duration.ofHours(10));
  }

  @Test
  void aDatabaseThatDoesNotGrowReachesNothing() {
    pass(Duration.ofHours(2), 0);
    assertThat(sizes.until(1000, HOUR, now)).isEmpty();
  }

  @Test
  void aWatchThatIsYoungerThanTheWindowTellsNothing() {
    pass(Duration.ofMinutes(50), 60);
    assertThat(sizes.until(1000, HOUR, now)).isEmpty();
    pass(Duration.ofHours(5), 60);
    assertThat(sizes.until(1000, DAY, now)).isEmpty();
  }

  @Test
  void aDayIsRememberedInFortySamples() {
    pass(Duration.ofHours(30), 60);
    assertThat(sizes.until(60 * 40 + 1, DAY, now)).hasValue(Duration.ofHours(10));
    assertThat(sizes.samples()).hasSizeLessThanOrEqualTo(42);
  }

  @Test
  void aWorkerThatHasJustBegunKnowsTheGrowthThatAnotherOneSaw() {
    SizeHistory before =
        new SizeHistory(
            IntStream.range(0, 26)
                .mapToObj(
                    hour -> new SeenSize(now.minus(Duration.ofHours(hour + 1)), 1560 - 60 * hour))
                .toList());
    sizes = sizes.with(Pulses.sized(now, 1620, 1 << 20)).after(before);
    assertThat(sizes.until(1620 + 60, HOUR, now)).hasValue(HOUR);
    assertThat(sizes.until(1620 + 60, DAY, now)).hasValue(HOUR);
  }

  /** Lets time pass, with a pulse every 30 s. */
  private void pass(Duration time, long bytesAnHour) {
    Instant end = now.plus(time);
    while (!now.isAfter(end)) {
      long minutes = Duration.between(Pulses.NOON, now).toMinutes();
      sizes = sizes.with(Pulses.sized(now, bytesAnHour * minutes / 60 + 1, 1 << 20));
      now = now.plusSeconds(30);
    }
    now = end;
  }
}
