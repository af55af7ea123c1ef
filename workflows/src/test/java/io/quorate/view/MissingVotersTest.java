package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.record.ClusterRecord;
import io.quorate.record.RecordedPast;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Voters that left, and whether anybody misses them. */
class MissingVotersTest {
  private final DrawnCluster drawn = DrawnCluster.of(5);
  private final ClusterRecord before =
      new Recorder(drawn.view())
          .seen(ClusterRecord.begin(new ClusterKey("main"), DrawnCluster.NOW, "none"));

  @Test
  void missesTwoVotersThatNoPlanTookOutWhileTheyWorked() {
    leave(3, 4);
    assertThat(missing(before)).isEqualTo(2);
    assertThat(diagnosis(before)).isEqualTo(DiagnosisCode.MEMBER_MISSING);
  }

  @Test
  void missesNobodyWhomScaleTookOut() {
    leave(3, 4);
    ClusterRecord scaled =
        before
            .retired(drawn.member(3).id, DrawnCluster.NOW)
            .retired(drawn.member(4).id, DrawnCluster.NOW);
    assertThat(missing(new Recorder(drawn.view()).seen(scaled))).isZero();
    assertThat(diagnosis(scaled)).isEqualTo(DiagnosisCode.WHOLE);
  }

  @Test
  void missesNobodyWithWhomTheNumberWouldBeEven() {
    leave(4);
    drawn.members.remove(3);
    assertThat(missing(before)).isZero();
  }

  @Test
  void missesNobodyWhereNothingIsRecorded() {
    leave(3, 4);
    assertThat(MissingVoters.in(drawn.view())).isEmpty();
    assertThat(DiagnosisTable.diagnose(drawn.view()).code()).isEqualTo(DiagnosisCode.WHOLE);
  }

  private void leave(int... places) {
    for (int place : places) {
      drawn.member(place).status = VotingStatus.UNLISTED;
      drawn.member(place).gone();
    }
  }

  private ClusterView view(ClusterRecord record) {
    return drawn.view().after(RecordedPast.of(Optional.of(record)));
  }

  private int missing(ClusterRecord record) {
    return MissingVoters.in(view(record)).size();
  }

  private DiagnosisCode diagnosis(ClusterRecord record) {
    Diagnosis found = DiagnosisTable.diagnose(view(record));
    return found.code();
  }
}
