package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClockOffTest {
  private static final Instant ASKED = Pulses.NOON;

  @Test
  void aClockMoreThanTwoSecondsFromMostIsFound() {
    assertThat(signs(told(3, Duration.ZERO), fleet(0, 0, 0, 0, 3)))
        .singleElement()
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .startsWith("The clock of etcd-1 is ")
                    .contains("ahead of those of most"));
    assertThat(signs(told(-4, Duration.ZERO), fleet(0, 0, 0, 0, -4)))
        .singleElement()
        .satisfies(sign -> assertThat(sign.evidence()).contains("behind those of most"));
  }

  @Test
  void twoSecondsMayBeOneAndAFraction() {
    assertThat(signs(told(2, Duration.ZERO), fleet(0, 0, 0))).isEmpty();
    assertThat(signs(told(-2, Duration.ZERO), fleet(0, 0, 0))).isEmpty();
  }

  @Test
  void aSlowAnswerIsNoWrongClock() {
    assertThat(signs(told(0, Duration.ofSeconds(3)), fleet(0, 0, 0))).isEmpty();
    assertThat(signs(told(3, Duration.ofSeconds(3)), fleet(0, 0, 0))).isEmpty();
  }

  @Test
  void aWrongClockOfQuorateFindsNobody() {
    assertThat(signs(told(60, Duration.ZERO), fleet(60, 60, 60))).isEmpty();
    assertThat(signs(told(0, Duration.ZERO), fleet(60, 60, 60, 0))).hasSize(1);
  }

  @Test
  void twoClocksAreTooFewToSayWhichOneIsWrong() {
    assertThat(signs(told(60, Duration.ZERO), fleet(0, 60))).isEmpty();
  }

  private static Optional<Duration> fleet(long... ahead) {
    return ClockOff.usual(
        LongStream.of(ahead)
            .mapToObj(seconds -> told(seconds, Duration.ZERO).ahead().orElseThrow())
            .toList());
  }

  private static MemberGauges told(long ahead, Duration took) {
    return new MemberGauges(
        ASKED, ASKED.plus(took), Optional.of(ASKED.plusSeconds(ahead)), Latencies.NONE);
  }

  private static List<Sign> signs(MemberGauges gauges, Optional<Duration> fleet) {
    RoundMemory rounds = RoundMemory.NONE.with(new Round(Map.of(new MemberName("etcd-1"), gauges)));
    return ClockOff.signs(
        new ClusterKnowledge(
            ASKED.plusSeconds(5),
            PulseMemory.NONE,
            new DeepKnowledge(rounds, fleet, Optional.empty(), Optional.empty()),
            Optional.empty(),
            Map.of()));
  }
}
