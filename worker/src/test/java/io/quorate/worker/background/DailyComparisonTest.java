package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.observation.Observer;
import io.quorate.record.ObservationMemory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The data of three voters, whom nobody else compares. */
class DailyComparisonTest {
  private final PretendedVoters voters = new PretendedVoters();
  private boolean underWay;
  private final ClusterTask daily =
      new DailyComparison(key -> voters.ports(), key -> underWay, voters.time).task();

  @Test
  void onceADayEachVoterIsHashedOnceAndWhatWasFoundIsRemembered() {
    daily.turn(PretendedVoters.MAIN, () -> false);
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.hashed).containsExactly("etcd-0", "etcd-1", "etcd-2");
    assertThat(voters.kept).singleElement().satisfies(one -> assertThat(one.isEqual()).isTrue());

    voters.time.pass(Duration.ofHours(23));
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).hasSize(1);
    voters.time.pass(Duration.ofHours(2));
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).hasSize(2);
  }

  @Test
  void aComparisonDatedInTheFutureDoesNotDelayTheNext() {
    voters.time.pass(Duration.ofDays(9));
    daily.turn(PretendedVoters.MAIN, () -> false);
    voters.time.pass(Duration.ofDays(-9));
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).hasSize(2);
  }

  @Test
  void nothingIsHashedWhileAnOperationIsUnderWayNorIsADayLost() {
    underWay = true;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.hashed).isEmpty();

    underWay = false;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).hasSize(1);
  }

  @Test
  void aDifferenceIsComparedAtTwoRevisionsAndRememberedWithWhoIsOdd() {
    voters.differs = true;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.hashed).hasSize(6);
    assertThat(voters.kept.getFirst().odd()).contains(new MemberName("etcd-2"));
    assertThat(voters.kept.getFirst().difference()).isPresent();
  }

  @Test
  void aClusterInTroubleIsLeftAloneAndLookedAtAgainInAnHour() {
    voters.silent = true;
    daily.turn(PretendedVoters.MAIN, () -> false);
    voters.silent = false;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.hashed).isEmpty();

    voters.time.pass(Duration.ofMinutes(61));
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).hasSize(1);
  }

  @Test
  void noVoterIsHashedWhileAnotherWorkerHasTheClaim() {
    voters.claimedByAnother = true;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.hashed).isEmpty();

    voters.claimedByAnother = false;
    daily.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.kept).as("no hour is lost by it").hasSize(1);
  }

  @Test
  void aFoundDifferenceIsTheDiagnosisOfALaterLook() {
    voters.differs = true;
    daily.turn(PretendedVoters.MAIN, () -> false);
    voters.time.pass(Duration.ofMinutes(20));
    var look =
        new Observer(voters.ports(), voters.time)
            .look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
    assertThat(DiagnosisTable.diagnose(look).code()).isEqualTo(DiagnosisCode.DATA_DIFFERS);
    assertThat(DiagnosisTable.diagnose(look).sentence()).contains("etcd-2 has other data than");
  }
}
