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
  void missesTwoVotersThatAPlanRemovedAndDidNotAddAgain() {
    leave(3, 4);
    assertThat(missing(removed())).isEqualTo(2);
    assertThat(missing(new Recorder(drawn.view()).seen(removed()))).isEqualTo(2);
    assertThat(diagnosis(removed())).isEqualTo(DiagnosisCode.MEMBER_MISSING);
  }

  @Test
  void missesNobodyWhomScaleOrAPersonTookOut() {
    leave(3, 4);
    assertThat(missing(before)).isZero();
    assertThat(diagnosis(before)).isEqualTo(DiagnosisCode.WHOLE);
  }

  @Test
  void missesNobodyWhosePlaceOthersHaveTaken() {
    ClusterRecord removed = removed();
    leave(3, 4);
    drawn.members.add(DrawnCluster.of(7).member(5));
    drawn.members.add(DrawnCluster.of(7).member(6));
    assertThat(missing(removed)).isZero();
  }

  @Test
  void missesNobodyWithWhomTheNumberWouldBeEven() {
    ClusterRecord removed = removed();
    leave(4);
    drawn.members.remove(3);
    assertThat(missing(removed)).isZero();
  }

  @Test
  void missesNobodyWhereNothingIsRecorded() {
    leave(3, 4);
    assertThat(MissingVoters.in(drawn.view())).isEmpty();
    assertThat(DiagnosisTable.diagnose(drawn.view()).code()).isEqualTo(DiagnosisCode.WHOLE);
  }

  /** The record after a plan removed two of five. */
  private ClusterRecord removed() {
    return before.removed(drawn.member(3).id, 5).removed(drawn.member(4).id, 4);
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
