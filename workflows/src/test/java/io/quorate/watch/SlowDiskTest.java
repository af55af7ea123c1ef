package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlowDiskTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");

  private Instant now = Pulses.NOON;
  private RoundMemory rounds = RoundMemory.NONE;
  private long fast;
  private long slow;
  private Map<Sign.Name, Sign> standing = Map.of();

  @Test
  void aDiskThatIsSlowInTwoOfThreeRoundsIsFound() {
    read();
    assertThat(round(90, 10)).isEmpty();
    assertThat(round(100, 0)).isEmpty();
    assertThat(round(90, 10))
        .singleElement()
        .satisfies(
            sign -> {
              assertThat(sign.kind()).isEqualTo(FindingKind.SLOW_DISK);
              assertThat(sign.subject()).isEqualTo("etcd-1");
              assertThat(sign.evidence()).contains("of etcd-1", "more than 128 ms, in 2 of");
            });
    assertThat(round(100, 0)).isEmpty();
  }

  @Test
  void lessThanOneSlowWaitInAHundredIsNone() {
    read();
    assertThat(round(1_000, 9)).isEmpty();
    assertThat(round(1_000, 9)).isEmpty();
  }

  @Test
  void aFewWaitsAreNoEvidence() {
    read();
    assertThat(round(20, 20)).isEmpty();
    assertThat(round(20, 20)).isEmpty();
  }

  @Test
  void aReadingOfEachMinuteMakesARoundOfFive() {
    read();
    for (int minute = 0; minute < 9; minute++) {
      assertThat(round(Duration.ofMinutes(1), 90, 10)).isEmpty();
    }
    assertThat(round(Duration.ofMinutes(1), 90, 10)).hasSize(1);
  }

  @Test
  void aRestartBeginsAnew() {
    read();
    round(90, 10);
    fast = 0;
    slow = 0;
    assertThat(round(80, 9)).isEmpty();
    assertThat(round(90, 10)).isEmpty();
    assertThat(round(90, 10)).hasSize(1);
  }

  @Test
  void aFindingStaysUntilTwoRoundsCanTell() {
    standing = twoSlowRounds();
    rounds = RoundMemory.NONE;
    assertThat(read()).hasSize(1);
    assertThat(round(100, 0)).hasSize(1);
    assertThat(round(100, 0)).isEmpty();
  }

  @Test
  void figuresOfAMemberThatFellSilentLongAgoSayNothing() {
    standing = twoSlowRounds();
    now = now.plus(Duration.ofMinutes(20));
    assertThat(signs()).isEmpty();
  }

  private Map<Sign.Name, Sign> twoSlowRounds() {
    read();
    round(90, 10);
    Sign sign = round(90, 10).getFirst();
    return Map.of(sign.name(), sign);
  }

  private List<Sign> round(long quick, long late) {
    return round(Duration.ofMinutes(5), quick, late);
  }

  private List<Sign> round(Duration passed, long quick, long late) {
    now = now.plus(passed);
    fast += quick;
    slow += late;
    return read();
  }

  private List<Sign> read() {
    Latencies waits =
        new Latencies(
            new TreeMap<>(
                Map.of(0.128, fast, 0.256, fast + slow, Double.POSITIVE_INFINITY, fast + slow)));
    rounds =
        rounds.with(new Round(Map.of(MEMBER, new MemberGauges(now, now, Optional.empty(), waits))));
    return signs();
  }

  private List<Sign> signs() {
    return SlowDisk.signs(
        new ClusterKnowledge(
            now,
            PulseMemory.NONE,
            new DeepKnowledge(rounds, Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            standing));
  }
}
