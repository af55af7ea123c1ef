package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.watch.ClusterKnowledge;
import io.quorate.watch.Latencies;
import io.quorate.watch.MemberGauges;
import io.quorate.watch.PulseMemory;
import io.quorate.watch.Round;
import io.quorate.watch.Sign;
import io.quorate.watch.Signs;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks of a fleet, of which one cluster after the other is looked at. */
class DepthBookTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");

  private final PretendedVoters.Time time = new PretendedVoters().time;
  private final Map<ClusterKey, Round> told = new HashMap<>();
  private final List<ClusterKey> clusters =
      IntStream.range(0, 10).mapToObj(number -> new ClusterKey("c" + number)).toList();
  private long nanos;
  private Duration set = Duration.ZERO;
  private final DepthBook book =
      new DepthBook(
          cluster -> told.getOrDefault(cluster, new Round(Map.of())),
          cluster -> Optional.empty(),
          cluster -> Optional.empty(),
          forgotten -> {},
          time,
          () -> nanos);

  @ParameterizedTest
  @ValueSource(longs = {-5, 5, -7200, 7200})
  void aStepOfTheClockOfQuorateIsNoFinding(long seconds) {
    clusters.forEach(this::look);
    set(Duration.ofSeconds(seconds));
    for (ClusterKey cluster : clusters) {
      assertThat(clusters).allSatisfy(each -> assertThat(signs(each)).isEmpty());
      look(cluster);
      pass(Duration.ofSeconds(30));
    }
    assertThat(clusters).allSatisfy(each -> assertThat(signs(each)).isEmpty());
  }

  @Test
  void aReadingOfBeforeTheStepIsNotTakenAgain() {
    clusters.forEach(this::look);
    set(Duration.ofSeconds(5));
    clusters.stream().skip(1).forEach(this::look);
    book.looked(clusters.getFirst());
    assertThat(signs(clusters.getFirst())).isEmpty();
  }

  @Test
  void aClockThatIsWrongIsFoundAgainAfterAStep() {
    set(Duration.ofSeconds(5));
    clusters.forEach(this::look);
    tell(clusters.getFirst(), Duration.ofSeconds(9));
    assertThat(signs(clusters.getFirst())).hasSize(1);
  }

  private void look(ClusterKey cluster) {
    tell(cluster, Duration.ZERO);
  }

  /** The clocks of members are right, but for this much, whatever Quorate's is set to. */
  private void tell(ClusterKey cluster, Duration ahead) {
    Instant now = time.instant();
    Optional<Instant> clock = Optional.of(now.minus(set).plus(ahead));
    told.put(cluster, new Round(Map.of(MEMBER, new MemberGauges(now, now, clock, Latencies.NONE))));
    book.looked(cluster);
  }

  private void set(Duration step) {
    set = set.plus(step);
    time.pass(step);
  }

  private void pass(Duration passed) {
    time.pass(passed);
    nanos += passed.toNanos();
  }

  private List<Sign> signs(ClusterKey cluster) {
    Instant now = time.instant();
    return Signs.in(
        new ClusterKnowledge(
            now, PulseMemory.NONE, book.known(cluster, now), Optional.empty(), Map.of()));
  }
}
