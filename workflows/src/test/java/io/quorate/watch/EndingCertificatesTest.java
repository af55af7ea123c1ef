package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.watch.Sign.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndingCertificatesTest {
  private static final Instant NOW = Pulses.NOON;
  private static final Duration YEAR = Duration.ofDays(365);

  @Test
  void aLongCertificateIsWarnedOfThirtyDaysBeforeItsEnd() {
    assertThat(signs(ending(YEAR, Duration.ofDays(31)))).isEmpty();
    assertThat(signs(ending(YEAR, Duration.ofDays(29))))
        .singleElement()
        .satisfies(
            sign -> {
              assertThat(sign.urgency()).isEqualTo(Urgency.SOON);
              assertThat(sign.evidence())
                  .startsWith("Certificates end: the client port of etcd-1 at 20");
            });
  }

  @Test
  void aCertificateOfItsLastWeekIsUrgent() {
    assertThat(signs(ending(YEAR, Duration.ofDays(7))))
        .extracting(Sign::urgency)
        .containsExactly(Urgency.NOW);
  }

  @Test
  void aShortCertificateIsWarnedOfWhenItsRenewalIsLate() {
    Duration quarter = Duration.ofDays(90);
    assertThat(signs(ending(quarter, Duration.ofDays(29)))).isEmpty();
    assertThat(signs(ending(quarter, Duration.ofDays(22)))).hasSize(1);
    assertThat(signs(ending(Duration.ofDays(1), Duration.ofHours(7)))).isEmpty();
    assertThat(signs(ending(Duration.ofDays(1), Duration.ofHours(5)))).hasSize(1);
  }

  @Test
  void anEndedCertificateIsSaidToHaveEnded() {
    assertThat(signs(ending(YEAR, Duration.ofHours(-1))).getFirst().evidence())
        .contains("the client port of etcd-1 ended at");
  }

  @Test
  void manyCertificatesAreOneFindingThatNamesSix() {
    Validity[] all =
        IntStream.range(1, 10)
            .mapToObj(days -> new Validity("port " + days, NOW.minus(YEAR), NOW.plusSeconds(days)))
            .toArray(Validity[]::new);
    assertThat(signs(all))
        .singleElement()
        .satisfies(
            sign -> assertThat(sign.evidence()).contains("port 6 at").contains("; and 3 more."));
  }

  @Test
  void aPortThatRefusesIsUrgentWhateverTheDate() {
    var round = new CertificateRound(NOW, List.of(), List.of("the client port of etcd-1: why"));
    assertThat(signs(Optional.of(round), Map.of()))
        .singleElement()
        .satisfies(
            sign -> {
              assertThat(sign.urgency()).isEqualTo(Urgency.NOW);
              assertThat(sign.evidence())
                  .startsWith("New connections fail: the client port of etcd-1: why.");
            });
  }

  @Test
  void aFindingStaysUntilNewConnectionsWereMade() {
    Sign sign = signs(ending(YEAR, Duration.ofDays(3))).getFirst();
    assertThat(signs(Optional.empty(), Map.of(sign.name(), sign))).containsExactly(sign);
    assertThat(signs(Optional.empty(), Map.of())).isEmpty();
  }

  @Test
  void connectionsAreMadeMoreOftenWhileSomethingEnds() {
    assertThat(round(ending(YEAR, Duration.ofDays(40))).pause()).isEqualTo(Duration.ofHours(6));
    assertThat(round(ending(YEAR, Duration.ofDays(4))).pause()).isEqualTo(Duration.ofHours(1));
    assertThat(new CertificateRound(NOW, List.of(), List.of("refused")).pause())
        .isEqualTo(Duration.ofHours(1));
  }

  private static Validity ending(Duration life, Duration left) {
    Instant until = NOW.plus(left);
    return new Validity("the client port of etcd-1", until.minus(life), until);
  }

  private static CertificateRound round(Validity... certificates) {
    return new CertificateRound(NOW, List.of(certificates), List.of());
  }

  private static List<Sign> signs(Validity... certificates) {
    return signs(Optional.of(round(certificates)), Map.of());
  }

  private static List<Sign> signs(Optional<CertificateRound> round, Map<Sign.Name, Sign> standing) {
    return EndingCertificates.signs(
        new ClusterKnowledge(
            NOW,
            PulseMemory.NONE,
            new DeepKnowledge(RoundMemory.NONE, Optional.empty(), round),
            Optional.empty(),
            standing));
  }
}
