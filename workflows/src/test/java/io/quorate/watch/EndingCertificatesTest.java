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
  private static final Duration LATER = Duration.ofDays(20);

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
    assertThat(signs(Optional.of(refusing(NOW, true)), Map.of()))
        .singleElement()
        .satisfies(
            sign -> {
              assertThat(sign.urgency()).isEqualTo(Urgency.NOW);
              assertThat(sign.evidence())
                  .startsWith("New connections fail: the client port of etcd-1: why.");
            });
  }

  @Test
  void eachPortInTheLastWeekOfAnEndingCertificateIsUrgent() {
    Instant soon = NOW.plus(Duration.ofDays(3));
    Validity peer = new Validity("the peer port of etcd-1", soon.minus(YEAR), soon);
    Validity later = new Validity("the client port of etcd-2", NOW.minus(YEAR), NOW.plus(LATER));
    assertThat(signs(ending(YEAR, Duration.ofDays(3)), peer, later).getFirst().urgentFor())
        .containsExactly("the client port of etcd-1", "the peer port of etcd-1");
    assertThat(signs(Optional.of(refusing(NOW, true)), Map.of()).getFirst().urgentFor())
        .containsExactly("the client port of etcd-1");
    assertThat(signs(later).getFirst().urgentFor()).isEmpty();
  }

  @Test
  void manyUrgentPortsAreCounted() {
    Validity[] all =
        IntStream.range(10, 30)
            .mapToObj(port -> new Validity("port " + port, NOW.minus(YEAR), NOW.plusSeconds(9)))
            .toArray(Validity[]::new);
    assertThat(signs(all).getFirst().urgentFor()).hasSize(13).contains("port 21", "8 more");
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
    assertThat(silent(NOW).pause()).isEqualTo(Duration.ofHours(1));
    assertThat(refusing(NOW, true).pause()).isEqualTo(Duration.ofMinutes(5));
    assertThat(refusing(NOW, false).pause()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aPortThatDoesNotAnswerKeepsItsCertificate() {
    CertificateRound before = round(ending(YEAR, Duration.ofDays(3)));
    CertificateRound after = silent(NOW.plus(Duration.ofHours(1))).after(before);
    assertThat(signs(Optional.of(after), Map.of())).hasSize(1);
    assertThat(after.pause()).isEqualTo(Duration.ofHours(1));

    CertificateRound renewed = round(ending(YEAR, Duration.ofDays(300)));
    assertThat(signs(Optional.of(renewed.after(after)), Map.of())).isEmpty();
  }

  @Test
  void aPortThatDoesNotAnswerKeepsItsRefusal() {
    CertificateRound after = silent(NOW.plusSeconds(300)).after(refusing(NOW, true));
    assertThat(after.refusals()).hasSize(1);
    assertThat(silent(NOW.plusSeconds(60)).after(refusing(NOW, false)).pause())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aHandshakeThatBreaksForNoCertificateCountsTheSecondTime() {
    CertificateRound first = refusing(NOW, false);
    assertThat(signs(Optional.of(first), Map.of())).isEmpty();
    Sign sign = signs(Optional.of(refusing(NOW, true)), Map.of()).getFirst();
    assertThat(signs(Optional.of(first), Map.of(sign.name(), sign)))
        .as("one that stands is not over while a port is in doubt")
        .containsExactly(sign);

    CertificateRound second = refusing(NOW.plusSeconds(60), false).after(first);
    assertThat(signs(Optional.of(second), Map.of())).hasSize(1);
    assertThat(second.pause()).isEqualTo(Duration.ofMinutes(5));
    assertThat(refusing(NOW.plus(Duration.ofDays(1)), false).after(first).refusals()).isEmpty();
    assertThat(round(ending(YEAR, YEAR)).after(second).refusals()).isEmpty();
  }

  private static CertificateRound refusing(Instant at, boolean certain) {
    return of(at, List.of(), Optional.of(new MetPort.Refusal("why", certain)));
  }

  private static CertificateRound silent(Instant at) {
    return of(at, List.of(), Optional.empty());
  }

  private static CertificateRound of(
      Instant at, List<Validity> shown, Optional<MetPort.Refusal> refusal) {
    return new CertificateRound(
        at, List.of(MetPort.of("the client port of etcd-1", shown, refusal)));
  }

  private static Validity ending(Duration life, Duration left) {
    Instant until = NOW.plus(left);
    return new Validity("the client port of etcd-1", until.minus(life), until);
  }

  private static CertificateRound round(Validity... certificates) {
    return of(NOW, List.of(certificates), Optional.empty());
  }

  private static List<Sign> signs(Validity... certificates) {
    return signs(Optional.of(round(certificates)), Map.of());
  }

  private static List<Sign> signs(Optional<CertificateRound> round, Map<Sign.Name, Sign> standing) {
    return EndingCertificates.signs(
        new ClusterKnowledge(
            NOW,
            PulseMemory.NONE,
            new DeepKnowledge(RoundMemory.NONE, Optional.empty(), round, Optional.empty()),
            Optional.empty(),
            standing));
  }
}
