package io.quorate.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.view.Recorder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Data of a stopped member, held against what the record has seen of the member. */
class OlderDataTest {
  private final DrawnCluster drawn = DrawnCluster.of(3);
  private final RecordedPast past =
      RecordedPast.of(
          Optional.of(
              new Recorder(drawn.view())
                  .seen(ClusterRecord.begin(drawn.key, drawn.now, "there was no record"))));

  @Test
  void dataThatEndsBeforeTheRecordedIndexIsDamaged() {
    DataDirectory held = past.judged(upTo(60));
    assertThat(held.intact()).isFalse();
    assertThat(held.lost()).isTrue();
    assertThat(held.damage().map(DataFinding::verdict)).contains(DataVerdict.OUTDATED);
    assertThat(held.damage().orElseThrow().words())
        .startsWith("it ends at raft index 60, and its member once had committed 90: ");
  }

  @Test
  void dataThatReachesTheRecordedIndexKeepsTheVerdict() {
    assertThat(past.judged(upTo(90))).isEqualTo(upTo(90));
    assertThat(past.judged(upTo(120))).isEqualTo(upTo(120));
  }

  /** Numbers of one history say nothing about data of another. */
  @Test
  void dataOfAnotherHistoryOrOfAnUnknownOwnerIsNotCompared() {
    DataDirectory other =
        upTo(60).ownedBy(new DataOwner(drawn.member(0).id, ClusterId.parse("c2")));
    assertThat(past.judged(other)).isEqualTo(other);
    assertThat(RecordedPast.NONE.judged(upTo(60))).isEqualTo(upTo(60));
    DataDirectory unread = DataDirectory.of(DataDirectory.State.PRESENT);
    assertThat(past.judged(unread)).isEqualTo(unread);
  }

  private DataDirectory upTo(long index) {
    return DataDirectory.of(DataDirectory.State.PRESENT)
        .ownedBy(new DataOwner(drawn.member(0).id, DrawnMember.HERE))
        .reaching(
            new DataPosition(
                2, index, index, index, index, List.of(), Optional.empty(), Optional.empty()));
  }
}
