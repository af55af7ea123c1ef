package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.RecordedPast;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Who the members are where nobody answers: somebody replaced etcd-2 by hand while Quorate did not
 * look, and then all of them stopped.
 */
class KnownMembersTest {
  private static final MemberId NEWCOMER = new MemberId(0xd);

  private final DrawnCluster drawn = DrawnCluster.of(3);
  private final ClusterRecord record =
      new Recorder(drawn.view())
          .seen(ClusterRecord.begin(drawn.key, DrawnCluster.NOW, "there was no record"));
  private final List<MembershipEntry> confirmed =
      record.current().orElseThrow().confirmed().orElseThrow().entries();

  @Test
  void dataThatKnowsOfLaterCommitsTellsALaterMembership() {
    MembershipList known = known(data(91, DrawnMember.HERE));
    assertThat(known.source()).isEqualTo(MembershipSource.FILES);
    assertThat(known.entries()).extracting(MembershipEntry::id).contains(NEWCOMER).hasSize(3);
  }

  @Test
  void dataThatKnowsNoMoreThanTheRecordDoesNot() {
    assertThat(known(data(90, DrawnMember.HERE)).source()).isEqualTo(MembershipSource.RECORDED);
  }

  @Test
  void dataOfAnotherClusterDoesNot() {
    assertThat(known(data(91, ClusterId.parse("c2"))).source())
        .isEqualTo(MembershipSource.RECORDED);
  }

  @Test
  void damagedDataDoesNot() {
    assertThat(
            known(
                    data(
                        91,
                        DrawnMember.HERE,
                        Optional.of(
                            new DataFinding(DataVerdict.WAL_DAMAGED, "its log ends early"))))
                .source())
        .isEqualTo(MembershipSource.RECORDED);
  }

  @Test
  void theLaterMembershipIsWrittenDownBeforeItsFilesAreSetAside() {
    DrawnCluster stopped = DrawnCluster.of(3);
    stopped.now = stopped.now.plusSeconds(60);
    stopped.source = MembershipSource.FILES;
    stopped.member(2).id = NEWCOMER;
    stopped.members.forEach(DrawnMember::stopped);

    Incarnation after = new Recorder(stopped.view()).readInFiles(record).current().orElseThrow();

    assertThat(after.isSameAs(record.current().orElseThrow())).isTrue();
    assertThat(after.confirmed().orElseThrow().entries())
        .extracting(MembershipEntry::id)
        .contains(NEWCOMER);
    assertThat(after.raftIndex().orElseThrow().value()).isEqualTo(90);
  }

  private MembershipList known(DataDirectory data) {
    return MembershipList.known(
            RecordedPast.of(Optional.of(record)), Map.of(drawn.member(0).name, data))
        .orElseThrow();
  }

  private DataDirectory data(long committed, ClusterId cluster) {
    return data(committed, cluster, Optional.empty());
  }

  private DataDirectory data(long committed, ClusterId cluster, Optional<DataFinding> damage) {
    List<MembershipEntry> members = new ArrayList<>(confirmed.subList(0, 2));
    members.add(
        new MembershipEntry(NEWCOMER, "etcd-2", false, confirmed.get(2).peerUrls(), List.of()));
    return new DataDirectory(DataDirectory.State.PRESENT, damage, Optional.empty())
        .ownedBy(new DataOwner(drawn.member(0).id, cluster))
        .reaching(
            new DataPosition(
                2, 95, committed, 80, 85, members, Optional.empty(), Optional.empty()));
  }
}
