package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.fleet.FleetCertificate;
import io.quorate.lab.fleet.FleetProcess;
import io.quorate.lab.machine.Await;
import io.quorate.port.ClusterPorts;
import io.quorate.port.PulseSource;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.ClockOff;
import io.quorate.watch.ClusterKnowledge;
import io.quorate.watch.DeepKnowledge;
import io.quorate.watch.FindingKind;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.MemberGauges;
import io.quorate.watch.PulseMemory;
import io.quorate.watch.RoundMemory;
import io.quorate.watch.Sign;
import io.quorate.watch.Signs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings from what the members of a fake fleet serve: their clocks and their certificates. */
class FleetFindingsTest {
  /** The client's side of a handshake ends before that of the member, which counts it. */
  private static final Duration COUNTED = Duration.ofSeconds(10);

  private static final int CLUSTERS = 4;

  /** Number of the zone whose clocks are off, which is that of its only cluster. */
  private static final int OFF = 2;

  @TempDir Path directory;

  @Test
  void wrongClocksOfAZoneAreFindings() throws IOException {
    try (var fleet = new FleetProcess(0, 0, CLUSTERS, Optional.empty());
        var clusters = clusters(fleet, false)) {
      fleet.setClock(OFF, -30);
      Map<ClusterKey, RoundMemory> rounds = new TreeMap<>();
      clusters.zones().keySet().forEach(key -> rounds.put(key, round(clusters, key)));
      Instant now = Instant.now();
      List<MemberGauges.Ahead> leads =
          rounds.values().stream().flatMap(memory -> memory.clocks(now)).toList();
      assertThat(leads).hasSize(3 * CLUSTERS);
      rounds.forEach(
          (key, memory) -> {
            List<Sign> signs =
                signs(new DeepKnowledge(memory, ClockOff.usual(leads), none(), none()));
            if (key.equals(key(OFF))) {
              assertThat(signs)
                  .extracting(Sign::kind, Sign::subject)
                  .containsExactlyInAnyOrder(clock("etcd-0"), clock("etcd-1"), clock("etcd-2"));
              assertThat(signs).allMatch(sign -> sign.evidence().contains("s behind those of"));
            } else {
              assertThat(signs).isEmpty();
            }
          });
      assertThat(fleet.pages()).isEqualTo(3L * CLUSTERS);
      assertThat(fleet.pagesTooSoon()).isZero();
    }
  }

  @Test
  void aCertificateOfAYearThatEndsInFiveDaysIsAFinding() throws IOException, InterruptedException {
    FleetCertificate old = FleetCertificate.make(directory, Duration.ofDays(360));
    try (var fleet = new FleetProcess(0, 0, 1, Optional.of(old));
        var clusters = clusters(fleet, true)) {
      assertThat(signs(met(clusters)))
          .singleElement()
          .satisfies(
              sign -> {
                assertThat(sign.kind()).isEqualTo(FindingKind.CERTIFICATE);
                assertThat(sign.urgency()).isEqualTo(Sign.Urgency.NOW);
                assertThat(sign.evidence()).contains("the client port of etcd-0 at 20");
              });
    }
  }

  /** A certificate of a short life is renewed late in its life. */
  @Test
  void aNewCertificateOfFiveDaysIsNoFinding() throws IOException, InterruptedException {
    try (var fleet = new FleetProcess(0, 0, 1, Optional.of(FleetCertificate.make(directory)));
        var clusters = clusters(fleet, true)) {
      assertThat(signs(met(clusters))).isEmpty();
    }
  }

  /** A member has three handshakes: for pulses, for pages, and for the look at the certificate. */
  @Test
  void membersWithTlsHaveTwoHandshakesBesideTheKeptConnection()
      throws IOException, InterruptedException {
    try (var fleet = new FleetProcess(0, 0, 1, Optional.of(FleetCertificate.make(directory)));
        var clusters = clusters(fleet, true)) {
      assertThat(round(clusters, key(0)).members()).hasSize(3);
      assertThat(met(clusters).certificates()).isPresent();
      Await.until("nine handshakes", COUNTED, () -> fleet.handshakes() == 9);
      assertThat(fleet.handshakesTooMany()).isZero();
      assertThat(met(clusters).certificates()).isPresent();
      Await.until("a third one for each member", COUNTED, () -> fleet.handshakesTooMany() == 3);
    }
  }

  /** Channels take turns where descriptors are few, which costs a member no signature. */
  @Test
  void channelsThatAreNotKeptResumeTheirSessions() throws IOException, InterruptedException {
    try (var fleet = new FleetProcess(0, 0, 1, Optional.of(FleetCertificate.make(directory)));
        var clusters = clusters(fleet, true)) {
      PulseSource pulses = clusters.pulses(() -> new KeptChannels(0, 0));
      assertThat(pulses.pulse(key(0)).toCompletableFuture().join().answers()).hasSize(3);
      Await.until(
          "the channels to be closed and opened again",
          Duration.ofSeconds(30),
          () -> {
            assertThat(pulses.pulse(key(0)).toCompletableFuture().join().answers()).hasSize(3);
            return fleet.resumptions() >= 3;
          });
      assertThat(fleet.handshakes()).isEqualTo(3);
    }
  }

  private Clusters clusters(FleetProcess fleet, boolean tls) throws IOException {
    var members = new FleetConfiguration.Members(fleet.port(), fleet.metricsPort(), CLUSTERS, tls);
    Path file = FleetConfiguration.write(directory, CLUSTERS, members);
    return new Clusters(
        ConfigurationFile.load(Optional.of(file), Environment.here()), Clock.systemUTC());
  }

  private static RoundMemory round(Clusters clusters, ClusterKey key) {
    ClusterPorts ports = clusters.undecorated(key);
    for (int number = 0; number < 3; number++) {
      MemberName member = new MemberName("etcd-" + number);
      assertThat(ports.maintenance().status(member).isLeader()).isEqualTo(number == 0);
      assertThat(ports.maintenance().peers(member).active()).hasSize(2);
    }
    return RoundMemory.NONE.with(clusters.rounds().last(key));
  }

  private static DeepKnowledge met(Clusters clusters) {
    CertificateRound round = clusters.certificates().certificates(key(0));
    return new DeepKnowledge(RoundMemory.NONE, none(), Optional.of(round), none());
  }

  private static List<Sign> signs(DeepKnowledge deep) {
    return Signs.in(new ClusterKnowledge(Instant.now(), PulseMemory.NONE, deep, none(), Map.of()));
  }

  private static ClusterKey key(int cluster) {
    return new ClusterKey("fleet-" + cluster);
  }

  private static Tuple clock(String member) {
    return tuple(FindingKind.CLOCK, member);
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }
}
