package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.watch.ClusterWatch.Telling;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The watch of one cluster, pulse by pulse and look by look. */
class ClusterWatchTest {
  private static final Instant START = Instant.parse("2026-03-01T03:00:00Z");
  private static final Duration ROUND = ClusterWatch.round(10_000);
  private static final PulseSignature QUIET = silent();
  private static final PulseSignature ONE_SILENT = silent("etcd-2");

  private ClusterWatch watch = ClusterWatch.NEW;

  @Test
  void looksAtAClusterThatNobodyHasLookedAt() {
    assertThat(watch.wantsLook(QUIET, START, ROUND)).isTrue();
  }

  @Test
  void looksOnceARoundWhileEveryPulseIsEqual() {
    look(0, QUIET, DiagnosisCode.WHOLE);
    assertThat(watch.wantsLook(QUIET, at(299), ROUND)).isFalse();
    assertThat(watch.wantsLook(QUIET, at(300), ROUND)).isTrue();
  }

  @Test
  void looksOnceAMinuteInASmallFleet() {
    assertThat(ClusterWatch.round(500)).isEqualTo(Duration.ofMinutes(1));
    assertThat(ClusterWatch.round(501)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void looksAtOnceWhereAPulseDiffers() {
    look(0, QUIET, DiagnosisCode.WHOLE);
    assertThat(watch.wantsLook(ONE_SILENT, at(1), ROUND)).isTrue();
  }

  @Test
  void takesASilentPlaceForGrantedThatALookFoundHarmless() {
    look(0, ONE_SILENT, DiagnosisCode.WHOLE);
    assertThat(watch.wantsLook(ONE_SILENT, at(30), ROUND)).isFalse();
    assertThat(watch.untold(at(30))).isEmpty();
  }

  @Test
  void tellsOfAStoppedMemberAfterTheRestartOfAMemberWouldBeOver() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.due(ROUND)).isEqualTo(at(10));
    look(10, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(19))).isEmpty();
    assertThat(watch.untold(at(20)))
        .hasValueSatisfying(finding -> assertThat(finding.since()).isEqualTo(START));
  }

  @Test
  void tellsOfLostQuorumAfterAnElectionWouldBeOver() {
    look(0, ONE_SILENT, DiagnosisCode.QUORUM_LOST);
    look(10, ONE_SILENT, DiagnosisCode.QUORUM_LOST);
    assertThat(watch.untold(at(10))).isPresent();
  }

  @Test
  void neverTellsAfterASingleLook() {
    look(0, ONE_SILENT, DiagnosisCode.QUORUM_LOST);
    assertThat(watch.untold(at(3600))).isEmpty();
  }

  @Test
  void leavesALearnerAQuarterOfAnHour() {
    look(0, QUIET, DiagnosisCode.MEMBER_JOINING);
    look(600, QUIET, DiagnosisCode.MEMBER_JOINING);
    assertThat(watch.untold(at(899))).isEmpty();
    assertThat(watch.untold(at(900))).isPresent();
  }

  @Test
  void neverTellsOfAnUpgradeThatSomebodyMakesAtLeisure() {
    look(0, QUIET, DiagnosisCode.VERSION_SKEW);
    look(86_400, QUIET, DiagnosisCode.VERSION_SKEW);
    assertThat(watch.finding()).isEmpty();
  }

  @Test
  void keepsTheBeginningOfATroubleThatChangesItsName() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_SILENT);
    look(50, ONE_SILENT, DiagnosisCode.MINORITY_LOST);
    look(60, ONE_SILENT, DiagnosisCode.MINORITY_LOST);
    assertThat(watch.untold(at(60)))
        .hasValue(new Finding(DiagnosisCode.MINORITY_LOST, START, "minority-lost"));
  }

  @Test
  void tellsNothingMoreForFiveMinutesWhileTheTroubleIsTheSame() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    tell(Telling.TOLD);
    look(80, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(80))).isEmpty();
    assertThat(watch.due(ROUND)).isEqualTo(at(140));
  }

  @Test
  void tellsAgainAfterFiveMinutesBecauseTheIncidentMayHaveBeenClosed() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    tell(Telling.TOLD);
    look(320, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(320)))
        .hasValueSatisfying(finding -> assertThat(finding.since()).isEqualTo(START));
  }

  @Test
  void tellsOfWorseTroubleOnceItWasSeenTwice() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    tell(Telling.TOLD);
    look(80, ONE_SILENT, DiagnosisCode.QUORUM_LOST);
    assertThat(watch.untold(at(80))).isEmpty();
    assertThat(watch.due(ROUND)).isEqualTo(at(90));
    look(90, ONE_SILENT, DiagnosisCode.QUORUM_LOST);
    assertThat(watch.untold(at(90))).map(Finding::code).hasValue(DiagnosisCode.QUORUM_LOST);
  }

  @Test
  void countsAnewAfterAGoodLook() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(15, QUIET, DiagnosisCode.WHOLE);
    look(30, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(30))).isEmpty();
  }

  @Test
  void aLookOfAClockThatWasAheadIsDue() {
    look(3600, QUIET, DiagnosisCode.WHOLE);
    assertThat(watch.wantsLook(QUIET, at(30), ROUND)).isTrue();
  }

  @Test
  void tellsLaterWhatAnOperationHeldBack() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    tell(Telling.HELD_BACK);
    assertThat(watch.due(ROUND)).isEqualTo(at(80));
    look(80, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(80))).isPresent();
  }

  @Test
  void endsATroubleAfterTwoGoodLooks() {
    look(0, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    look(20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    tell(Telling.TOLD);
    look(80, QUIET, DiagnosisCode.WHOLE);
    assertThat(watch.finding()).isPresent();
    assertThat(watch.due(ROUND)).isEqualTo(at(90));
    look(90, QUIET, DiagnosisCode.WHOLE);
    assertThat(watch.finding()).isEmpty();
    assertThat(watch.telling()).isEqualTo(Telling.UNTOLD);
  }

  @Test
  void aClusterThatFlapsIsOneTrouble() {
    Set<Instant> told = new HashSet<>();
    for (int second = 0; second < 3600; second += 40) {
      look(second, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
      look(second + 20, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
      watch.untold(at(second + 20)).map(Finding::since).ifPresent(told::add);
      tell(Telling.TOLD);
      look(second + 30, QUIET, DiagnosisCode.WHOLE);
    }
    assertThat(told).containsExactly(START);
  }

  @Test
  void doesNotTellAgainWhatTheHolderBeforeHasTold() {
    Finding finding = new Finding(DiagnosisCode.MEMBER_STOPPED, START, "stopped");
    watch = ClusterWatch.resumed(finding, at(60), true);
    look(120, ONE_SILENT, DiagnosisCode.MEMBER_STOPPED);
    assertThat(watch.untold(at(120))).isEmpty();
    assertThat(watch.finding()).map(Finding::since).hasValue(START);
  }

  private void tell(Telling result) {
    watch = watch.with(result, watch.lookedAt());
  }

  private void look(int second, PulseSignature pulse, DiagnosisCode code) {
    watch = watch.looked(pulse, at(second), code, code.words());
  }

  private static Instant at(int second) {
    return START.plus(Duration.ofSeconds(second));
  }

  private static PulseSignature silent(String... members) {
    return new PulseSignature(
        Map.of(),
        Optional.of(members).stream()
            .flatMap(java.util.Arrays::stream)
            .map(MemberName::new)
            .collect(java.util.stream.Collectors.toSet()),
        Set.of(),
        1,
        Set.of(),
        Set.of());
  }
}
