package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Failure;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.HostRound;
import io.quorate.watch.MetPort;
import io.quorate.watch.Validity;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PacedRoundsTest {
  private final PretendedVoters voters = new PretendedVoters();
  private final List<ClusterKey> clusters =
      IntStream.range(0, 40).mapToObj(number -> new ClusterKey("c" + number)).toList();
  private final Set<ClusterKey> held = new HashSet<>(clusters);
  private final List<ClusterKey> met = new ArrayList<>();
  private final Deque<Runnable> threads = new ArrayDeque<>();
  private List<Validity> certificates = List.of(valid(Duration.ofDays(300)));
  private Optional<MetPort.Refusal> refusal = Optional.empty();
  private Optional<RuntimeException> trouble = Optional.empty();
  private Optional<Error> broken = Optional.empty();
  private final PacedRounds<CertificateRound> handshakes =
      new PacedRounds<>(
          () -> Set.copyOf(clusters),
          held::contains,
          new PacedRounds.Pace("certificates", 2, 16),
          this::meet,
          voters.time,
          threads::add);

  private CertificateRound meet(ClusterKey cluster) {
    met.add(cluster);
    broken.ifPresent(
        thrown -> {
          throw thrown;
        });
    trouble.ifPresent(
        thrown -> {
          throw thrown;
        });
    return new CertificateRound(
        voters.time.instant(), List.of(MetPort.of("etcd-1", certificates, refusal)));
  }

  @Test
  void beginsTwoClustersASecond() {
    pass(Duration.ofSeconds(10));
    assertThat(met).hasSize(20).doesNotHaveDuplicates();
    assertThat(handshakes.last(met.getFirst())).isPresent();
  }

  /** Hosts are looked at once a day, and one that hangs holds up nobody. */
  @Test
  void looksAtTheHostsOfEachClusterOnceADayAtAPaceOfTheirOwn() {
    List<ClusterKey> looked = new ArrayList<>();
    List<Runnable> hanging = new ArrayList<>();
    PacedRounds<HostRound> hosts =
        new PacedRounds<>(
            () -> Set.copyOf(clusters),
            held::contains,
            new PacedRounds.Pace("hosts", 1, 6),
            cluster -> {
              looked.add(cluster);
              return new HostRound(voters.time.instant(), Set.of(), Map.of(), Optional.empty());
            },
            voters.time,
            begun -> {
              if (hanging.size() < 5) {
                hanging.add(begun);
              } else {
                begun.run();
              }
            });
    for (int second = 0; second < 40; second++) {
      hosts.tick();
      voters.time.pass(Duration.ofSeconds(1));
    }
    assertThat(looked).as("five hang").hasSize(35).doesNotHaveDuplicates();
    hanging.forEach(Runnable::run);
    for (int second = 0; second < Duration.ofDays(1).toSeconds() - 60; second++) {
      hosts.tick();
      voters.time.pass(Duration.ofSeconds(1));
    }
    assertThat(looked).hasSize(40);
    for (int second = 0; second < 120; second++) {
      hosts.tick();
      voters.time.pass(Duration.ofSeconds(1));
    }
    assertThat(looked).hasSize(80);
  }

  @Test
  void meetsEachClusterOnceInSixHours() {
    pass(Duration.ofHours(6));
    assertThat(met).hasSize(40);
    pass(Duration.ofHours(6));
    assertThat(met).hasSize(80);
  }

  @Test
  void meetsAClusterEveryHourWhileACertificateEnds() {
    certificates = List.of(valid(Duration.ofDays(9)));
    pass(Duration.ofHours(3));
    assertThat(met).hasSize(120);
  }

  @Test
  void keepsTheCertificateOfAPortThatDoesNotAnswer() {
    certificates = List.of(valid(Duration.ofDays(9)));
    pass(Duration.ofMinutes(1));
    certificates = List.of();
    pass(Duration.ofHours(1));
    assertThat(met).hasSize(80);
    assertThat(handshakes.last(met.getFirst()).orElseThrow().certificates()).hasSize(1);
  }

  @Test
  void meetsAPortThatBreaksTheHandshakeAgainAMinuteLater() {
    refusal = Optional.of(new MetPort.Refusal("closed", false));
    pass(Duration.ofSeconds(30));
    assertThat(handshakes.last(met.getFirst()).orElseThrow().refusals()).isEmpty();
    pass(Duration.ofMinutes(2));
    assertThat(handshakes.last(met.getFirst()).orElseThrow().refusals()).hasSize(1);
  }

  private Validity valid(Duration left) {
    Instant end = voters.time.instant().plus(left);
    return new Validity("etcd-1", end.minus(Duration.ofDays(365)), end);
  }

  @Test
  void leavesClustersOfOtherWorkersAlone() {
    pass(Duration.ofMinutes(1));
    held.remove(clusters.getFirst());
    assertThat(handshakes.last(clusters.getFirst())).isEmpty();
    met.clear();
    pass(Duration.ofHours(6));
    assertThat(met).hasSize(39).doesNotContain(clusters.getFirst());
  }

  /** Another worker may have found since what the own round of before did not show. */
  @Test
  void tellsNothingByARoundOfBeforeAnotherWorkerLooked() {
    certificates = List.of(valid(Duration.ofDays(9)));
    pass(Duration.ofMinutes(1));
    ClusterKey first = clusters.getFirst();
    held.remove(first);
    handshakes.forget(first::equals);
    held.add(first);
    assertThat(handshakes.last(first)).isEmpty();
    met.clear();
    certificates = List.of();
    pass(Duration.ofSeconds(1));
    assertThat(met).as("due at once, and no other").containsExactly(first);
    assertThat(handshakes.last(first).orElseThrow().certificates())
        .as("of a port that does not answer")
        .isEmpty();
  }

  /** A script of a hostile host may break what reads the answer. */
  @Test
  void aRoundThatBreaksHoldsNoPlace() {
    broken = Optional.of(new StackOverflowError("too deep"));
    pass(Duration.ofMinutes(50));
    assertThat(met).hasSize(40);
    broken = Optional.empty();
    pass(Duration.ofMinutes(20));
    assertThat(met).hasSize(80);
    assertThat(clusters).allSatisfy(cluster -> assertThat(handshakes.last(cluster)).isPresent());
  }

  @Test
  void hasAFewClustersUnderWayAtMost() {
    for (int second = 0; second < 60; second++) {
      handshakes.tick();
      voters.time.pass(Duration.ofSeconds(1));
    }
    assertThat(threads).hasSize(16);
  }

  @Test
  void triesAgainInAnHourWhereAClusterCouldNotBeAsked() {
    trouble = Optional.of(new Failure.Fault("the platform does not answer"));
    pass(Duration.ofMinutes(50));
    assertThat(met).hasSize(40);
    assertThat(handshakes.last(clusters.getFirst())).isEmpty();
    trouble = Optional.empty();
    pass(Duration.ofMinutes(20));
    assertThat(met).hasSize(80);
    assertThat(handshakes.last(clusters.getFirst())).isPresent();
  }

  private void pass(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      handshakes.tick();
      while (!threads.isEmpty()) {
        threads.remove().run();
      }
      voters.time.pass(Duration.ofSeconds(1));
    }
  }
}
