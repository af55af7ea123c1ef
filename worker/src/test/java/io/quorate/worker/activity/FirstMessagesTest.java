package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Rush;
import io.quorate.reminder.Waiting;
import io.quorate.reminder.Waiting.What;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Places in line of many first messages, and late looks of many notifiers. */
class FirstMessagesTest {
  private static final Instant T0 = Instant.parse("2026-11-22T03:04:00Z");

  private final List<String> posted = new ArrayList<>();
  private Instant now = T0;
  private final FirstMessages firsts = new FirstMessages(channel(), clock());

  @Test
  void aPlaceInLineIsKnownWithoutAnotherLookAtTheSubject() {
    int turns = 0;
    for (int number = 0; number < 20; number++) {
      turns += isTurn("c%03d".formatted(number), Optional.empty()) ? 1 : 0;
    }
    assertThat(turns).isEqualTo(Rush.AT_ONCE);
    assertThat(place("c019")).isEqualTo(19);

    firsts.told("c000.op");
    assertThat(place("c019")).isEqualTo(18);
    assertThat(place("c000")).as("it is told of").isZero();
    assertThat(place("unknown")).isZero();
  }

  @Test
  void aLongLineIsSortedOnceASecond() {
    IntStream.range(0, 300).forEach(number -> isTurn("c%03d".formatted(number), Optional.empty()));
    now = T0.plusSeconds(1);
    assertThat(place("c299")).isEqualTo(299);

    assertThat(isTurn("worst", Optional.of(T0))).as("the order is of a moment ago").isFalse();
    assertThat(place("worst")).as("asks again soon").isEqualTo(Rush.AT_ONCE);
    assertThat(place("c299")).isEqualTo(299);

    now = now.plusSeconds(1);
    assertThat(place("worst")).isZero();
    assertThat(place("c299")).isEqualTo(300);
  }

  @Test
  void whoeverStandsInLineBringsTheSummaryUpToDate() {
    IntStream.range(0, 20).forEach(number -> isTurn("c%03d".formatted(number), Optional.empty()));
    assertThat(posted).as("others may come").isEmpty();

    now = T0.plus(Rush.GATHERS);
    place("c019");
    assertThat(posted).containsExactly("summarise");
  }

  @Test
  void aSingleNotifierLooksAgainWithoutDelay() {
    firsts.begins();
    assertThat(firsts.putsOff("payments.5f0c2d11")).isZero();
  }

  @Test
  void lateLooksOfManyNotifiersAreSpreadOverAQuarterOfAnHour() {
    IntStream.range(0, 600).forEach(number -> firsts.begins());
    List<Duration> delays =
        IntStream.range(0, 600)
            .mapToObj(number -> firsts.putsOff("c%d.%08x".formatted(number, number * 7919)))
            .toList();

    assertThat(delays).allMatch(one -> one.compareTo(Duration.ofMinutes(15)) < 0);
    for (int minute = 0; minute < 15; minute++) {
      Duration from = Duration.ofMinutes(minute);
      assertThat(delays.stream().filter(one -> one.toMinutes() == from.toMinutes()))
          .as("late looks of minute %d, of the 50 calls a minute that Slack grants", minute)
          .hasSizeLessThanOrEqualTo(70);
    }
  }

  private boolean isTurn(String cluster, Optional<Instant> writesFail) {
    Waiting waiting =
        new Waiting(
            new ClusterKey(cluster),
            What.QUESTION,
            T0,
            writesFail,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of());
    return firsts.isTurnOf(cluster + ".op", waiting, "it is lost", () -> true);
  }

  private int place(String cluster) {
    return firsts.placeOf(cluster + ".op", () -> true);
  }

  private Clock clock() {
    InstantSource here = () -> now;
    return here.withZone(ZoneOffset.UTC);
  }

  /** Channel that notes each call. */
  private NotificationChannel channel() {
    return (NotificationChannel)
        Proxy.newProxyInstance(
            NotificationChannel.class.getClassLoader(),
            new Class<?>[] {NotificationChannel.class},
            (channel, method, arguments) -> {
              posted.add(method.getName());
              return null;
            });
  }
}
