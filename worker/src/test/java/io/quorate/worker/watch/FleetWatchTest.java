package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.port.Failure;
import io.quorate.watch.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The clock is turned by hand, and the members answer when a test says so. */
class FleetWatchTest {
  private static final FailureDomain DEAD = new FailureDomain("dead");
  private static final FailureDomain ALIVE = new FailureDomain("alive");
  private static final Pulse PULSE = new Pulse(Instant.EPOCH, Map.of(), Map.of());
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Map<ClusterKey, Set<FailureDomain>> clusters = new TreeMap<>();
  private final Map<ClusterKey, List<Long>> asked = new TreeMap<>();
  private final Map<ClusterKey, CompletableFuture<Pulse>> hanging = new HashMap<>();
  private final Set<ClusterKey> left = new HashSet<>();
  private final List<ClusterKey> opened = new ArrayList<>();
  private final List<ClusterKey> pulsed = new ArrayList<>();
  private final List<ClusterKey> unasked = new ArrayList<>();
  private FailureDomain hung = new FailureDomain("none");
  private boolean fails;
  private long now = 5;

  @Test
  void asksEachClusterOnceInThirtySeconds() {
    FleetWatch watch = watch(200, ALIVE);
    pass(watch, Duration.ofMinutes(5));
    assertThat(asked).hasSize(200);
    assertThat(asked.values())
        .allSatisfy(
            times -> {
              assertThat(gap(times, 1)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(36));
              for (int turn = 2; turn < times.size(); turn++) {
                assertThat(gap(times, turn))
                    .isCloseTo(FleetWatch.EVERY, FleetWatch.TICK.multipliedBy(2));
              }
            });
    assertThat(watch.skipped()).isZero();
    assertThat(watch.oldest()).isLessThan(Duration.ofSeconds(31));
  }

  @Test
  void spreadsTheClustersOverTheThirtySeconds() {
    FleetWatch watch = watch(3_000, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    for (int second = 0; second < 30; second++) {
      int before = pulsed.size();
      pass(watch, SECOND);
      assertThat(pulsed.size() - before).isBetween(50, 200);
    }
  }

  @Test
  void concludesNothingFromTheFirstPulseOfACluster() {
    FleetWatch watch = watch(50, ALIVE);
    pass(watch, Duration.ofSeconds(4));
    assertThat(opened).hasSize(50).doesNotHaveDuplicates();
    assertThat(pulsed).isEmpty();
    pass(watch, Duration.ofSeconds(40));
    assertThat(opened).hasSize(50);
    assertThat(Set.copyOf(pulsed)).hasSize(50);
  }

  @Test
  void opensConnectionsOfFewClustersAtOneTime() {
    hung = ALIVE;
    FleetWatch watch = watch(200, ALIVE);
    watch.tick();
    assertThat(asked).hasSize(OpeningPlaces.PER_DOMAIN);
    pass(watch, OpeningPlaces.HELD.minusMillis(200));
    assertThat(asked).hasSize(OpeningPlaces.PER_DOMAIN);
    pass(watch, Duration.ofMillis(400));
    assertThat(asked).hasSize(2 * OpeningPlaces.PER_DOMAIN);
  }

  @Test
  void aPulseThatEndsMakesPlaceForTheNextCluster() {
    hung = ALIVE;
    FleetWatch watch = watch(200, ALIVE);
    watch.tick();
    hanging.values().forEach(pulse -> pulse.complete(PULSE));
    pass(watch, Duration.ofMillis(200));
    assertThat(asked).hasSize(2 * OpeningPlaces.PER_DOMAIN);
  }

  @Test
  void aDeadZoneDelaysNoConnectionOutsideOfTheZone() {
    hung = DEAD;
    clusters(1_000, "dead-", DEAD);
    FleetWatch watch = watch(500, ALIVE);
    pass(watch, Duration.ofSeconds(3));
    assertThat(asked.keySet()).filteredOn(key -> clusters.get(key).contains(ALIVE)).hasSize(500);
  }

  @Test
  void hungMembersDelayNoPulseOfAnotherCluster() {
    clusters(1_000, "dead-", DEAD);
    FleetWatch watch = watch(500, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    hung = DEAD;
    pulsed.clear();
    pass(watch, FleetWatch.EVERY);
    assertThat(pulsed)
        .filteredOn(key -> clusters.get(key).contains(ALIVE))
        .hasSize(500)
        .doesNotHaveDuplicates();
  }

  @Test
  void neverAsksAClusterWhileItsLastPulseIsUnderWay() {
    FleetWatch watch = watch(1, ALIVE);
    pass(watch, Duration.ofSeconds(45));
    hung = ALIVE;
    pass(watch, FleetWatch.EVERY);
    int before = times().size();
    pass(watch, Duration.ofSeconds(30));
    assertThat(times()).hasSize(before);
    assertThat(watch.skipped()).isOne();
    hung = new FailureDomain("none");
    hanging.values().forEach(pulse -> pulse.complete(PULSE));
    pass(watch, FleetWatch.EVERY);
    assertThat(times()).hasSize(before + 1);
  }

  @Test
  void makesUpForNothingAfterALongSleep() {
    FleetWatch watch = watch(100, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    asked.clear();
    opened.clear();
    now += Duration.ofMinutes(10).toNanos();
    pass(watch, SECOND);
    assertThat(asked.values()).allSatisfy(times -> assertThat(times).hasSize(1));
    assertThat(opened).hasSize(100);
  }

  @Test
  void skipsASlotThatIsTenSecondsLate() {
    FleetWatch watch = watch(300, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    asked.clear();
    now += Duration.ofSeconds(20).toNanos();
    watch.tick();
    assertThat(asked).hasSizeBetween(50, 150);
    assertThat(watch.skipped()).isBetween(50L, 150L);
  }

  @Test
  void doesNotAskAClusterThatIsNoLongerHeld() {
    FleetWatch watch = watch(10, ALIVE);
    pass(watch, Duration.ofMinutes(1));
    ClusterKey some = clusters.keySet().iterator().next();
    left.add(some);
    int before = asked.get(some).size();
    pass(watch, Duration.ofMinutes(3));
    assertThat(asked.get(some)).hasSize(before);
    left.clear();
    opened.clear();
    pass(watch, SECOND.multipliedBy(2));
    assertThat(opened).containsExactly(some);
  }

  @Test
  void theAgeOfAClusterThatWasTakenOverCountsFromTheTakeover() {
    hung = ALIVE;
    FleetWatch watch = watch(1, ALIVE);
    left.addAll(clusters.keySet());
    pass(watch, Duration.ofHours(1));
    left.clear();
    pass(watch, SECOND.multipliedBy(3));
    assertThat(watch.oldest()).isBetween(SECOND, SECOND.multipliedBy(4));
    pass(watch, SECOND.multipliedBy(60));
    assertThat(watch.oldest()).isGreaterThan(SECOND.multipliedBy(60));
  }

  @Test
  void asksAClusterThatCameAndNoneThatWent() {
    FleetWatch watch = watch(40, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    ClusterKey went = clusters.keySet().iterator().next();
    clusters.remove(went);
    clusters(1, "came-", ALIVE);
    watch.know(clusters);
    asked.clear();
    pass(watch, Duration.ofMinutes(2));

    assertThat(asked).containsOnlyKeys(clusters.keySet());
    asked.forEach((cluster, times) -> assertThat(times).hasSizeBetween(4, 5));
    assertThat(watch.skipped()).isZero();
  }

  @Test
  void beginsToAskWhenTheFirstClusterComes() {
    FleetWatch watch = watch(0, ALIVE);
    pass(watch, Duration.ofMinutes(10));
    clusters(10, "came-", ALIVE);
    watch.know(clusters);
    pass(watch, Duration.ofMinutes(1));

    assertThat(asked).containsOnlyKeys(clusters.keySet());
    assertThat(watch.skipped()).isZero();
  }

  @Test
  void aClusterThatCannotBeAskedIsToldAndAskedAgain() {
    fails = true;
    FleetWatch watch = watch(1, ALIVE);
    pass(watch, Duration.ofMinutes(2));
    assertThat(unasked).hasSizeGreaterThan(3);
    assertThat(watch.oldest()).isGreaterThan(Duration.ofSeconds(119));
    fails = false;
    pass(watch, FleetWatch.EVERY);
    assertThat(pulsed).hasSize(1);
  }

  private FleetWatch watch(int number, FailureDomain zone) {
    clusters(number, "cluster-", zone);
    PulseListener listener =
        new PulseListener() {
          @Override
          public void pulsed(ClusterKey cluster, Pulse pulse) {
            pulsed.add(cluster);
          }

          @Override
          public void opened(ClusterKey cluster, Pulse pulse) {
            opened.add(cluster);
          }

          @Override
          public void unasked(ClusterKey cluster, Failure why) {
            unasked.add(cluster);
          }
        };
    return new FleetWatch(
        clusters, key -> !left.contains(key), this::pulse, listener, () -> now, Runnable::run);
  }

  private void clusters(int number, String prefix, FailureDomain zone) {
    IntStream.range(0, number)
        .forEach(each -> clusters.put(new ClusterKey(prefix + each), Set.of(zone)));
  }

  private CompletionStage<Pulse> pulse(ClusterKey cluster) {
    asked.computeIfAbsent(cluster, any -> new ArrayList<>()).add(now);
    if (fails) {
      return CompletableFuture.failedFuture(new Failure.Fault("no such TLS file"));
    }
    CompletableFuture<Pulse> answer = new CompletableFuture<>();
    if (clusters.get(cluster).contains(hung)) {
      hanging.put(cluster, answer);
    } else {
      answer.complete(PULSE);
    }
    return answer;
  }

  private void pass(FleetWatch watch, Duration time) {
    long until = now + time.toNanos();
    while (now < until) {
      watch.tick();
      now += FleetWatch.TICK.toNanos();
    }
  }

  private List<Long> times() {
    return asked.values().iterator().next();
  }

  private static Duration gap(List<Long> times, int turn) {
    return Duration.ofNanos(times.get(turn) - times.get(turn - 1));
  }
}
