package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.watch.FindingKind;
import io.quorate.watch.Sign;
import io.quorate.watch.Sign.Urgency;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnwantedTest {
  private static final ClusterKey MAIN = PretendedVoters.MAIN;

  private final PretendedVoters.Time time = new PretendedVoters().time;
  private Set<String> off = Set.of();
  private List<String> silenced = List.of();
  private Optional<String> subject = Optional.empty();
  private final Unwanted unwanted =
      new Unwanted(
          (cluster, name) -> off.contains(name),
          new Silences(shard -> Optional.of(silences()), time, Runnable::run));

  @Test
  void anUrgentFindingIsToldHoweverSilent() {
    silenced = List.of("certificate");
    assertThat(unwanted.why(MAIN, sign(Urgency.SOON)))
        .contains(
            "silenced by dana until %s, because: it is ordered"
                .formatted(time.instant().plus(Duration.ofDays(1))));
    assertThat(unwanted.why(MAIN, sign(Urgency.NOW))).isEmpty();
  }

  @Test
  void theSilenceOfOneSubjectLeavesTheOthers() {
    silenced = List.of("certificate");
    subject = Optional.of("etcd-1 peer");
    assertThat(unwanted.why(MAIN, sign(Urgency.SOON))).isEmpty();
    Sign other = new Sign(FindingKind.CERTIFICATE, "etcd-1 peer", Urgency.SOON, "It ends.");
    assertThat(unwanted.why(MAIN, other)).isPresent();
  }

  @Test
  void aDangerousDiagnosisIsToldHoweverSilent() {
    silenced = Stream.of(DiagnosisCode.values()).map(DiagnosisCode::words).toList();
    assertThat(unwanted.isAbout(MAIN, DiagnosisCode.MEMBER_STOPPED)).isTrue();
    assertThat(unwanted.isKnown(MAIN, DiagnosisCode.MEMBER_STOPPED)).isTrue();
    assertThat(unwanted.isAbout(MAIN, DiagnosisCode.QUORUM_LOST)).isFalse();
    assertThat(unwanted.isKnown(MAIN, DiagnosisCode.QUORUM_LOST)).isFalse();
  }

  @Test
  void theConfigurationSwitchesOffWhatIsDangerousToo() {
    off = Set.of("certificate", "quorum-lost");
    assertThat(unwanted.why(MAIN, sign(Urgency.NOW))).isPresent();
    assertThat(unwanted.isAbout(MAIN, DiagnosisCode.QUORUM_LOST)).isTrue();
    assertThat(unwanted.isKnown(MAIN, DiagnosisCode.QUORUM_LOST)).isTrue();
  }

  private static Sign sign(Urgency urgency) {
    return new Sign(FindingKind.CERTIFICATE, "", urgency, "It ends.");
  }

  private SilencedFindings silences() {
    Instant until = time.instant().plus(Duration.ofDays(1));
    return new SilencedFindings(
        silenced.stream()
            .map(kind -> new SilencedFinding(MAIN, kind, "dana", "it is ordered", until, subject))
            .toList());
  }
}
