package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.VotingStatus;
import io.quorate.drawing.DrawnCluster;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table by which a person on call sees at a glance who votes, who lags and who is missing. */
class MemberTableTest {
  @Test
  void theTableShowsEachMemberWithStateVersionRevisionAndLag() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).index = 10_290;
    drawn.member(1).index = 9_090;
    drawn.member(1).dbSize = (120 << 20) + 1;
    drawn.member(2).gone();

    assertThat(String.join("\n", MemberTable.of(drawn.view())))
        .isEqualTo(
            """
            MEMBER  ZONE  STATE          VERSION  REVISION  BEHIND  DB
            etcd-0  a     voter, leader  3.6.16   10,290    0       21 MiB
            etcd-1  b     voter          3.6.16   9,090     1,200   121 MiB
            etcd-2  c     voter, lost    -        -         -       -\
            """);
  }

  @Test
  void theTableShowsWhyAVoterDoesNotVote() {
    DrawnCluster drawn = DrawnCluster.of(8);
    drawn.member(1).followsNobody = true;
    drawn.member(2).silent();
    drawn.member(2).heard = true;
    drawn.member(3).unstarted();
    drawn.member(4).stopped();
    drawn.member(4).workload =
        drawn.member(4).workload.complaining(Optional.of("write wal: no space left on device"));
    drawn.member(5).stopped();
    drawn.member(6).gone();
    drawn.member(7).silent();

    assertThat(states(drawn))
        .containsExactly(
            "etcd-0: voter, leader",
            "etcd-1: voter, not voting",
            "etcd-2: voter, unreachable",
            "etcd-3: voter, never started",
            "etcd-4: voter, disk full",
            "etcd-5: voter, stopped",
            "etcd-6: voter, lost",
            "etcd-7: voter, silent");
  }

  @Test
  void theTableShowsLearnersAndUnlistedMembersOnlyAsAnsweringOrSilent() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(1).status = VotingStatus.LEARNER;
    drawn.member(2).status = VotingStatus.LEARNER;
    drawn.member(2).silent();
    drawn.member(3).status = VotingStatus.UNLISTED;
    drawn.member(4).status = VotingStatus.UNLISTED;
    drawn.member(4).gone();

    assertThat(states(drawn))
        .containsExactly(
            "etcd-0: voter, leader",
            "etcd-1: learner",
            "etcd-2: learner, silent",
            "etcd-3: unlisted",
            "etcd-4: unlisted, silent");
  }

  /** All answers are of one look, but not of one moment. */
  @Test
  void aMemberThatAnsweredLaterThanTheLeaderIsNotBehind() {
    DrawnCluster drawn = DrawnCluster.of(2);
    drawn.member(0).index = 90;
    drawn.member(1).index = 95;

    assertThat(MemberTable.of(drawn.view()).get(2)).matches("etcd-1 .* 95 +0 +21 MiB");
  }

  @Test
  void whereNobodyLeadsNobodyIsBehind() {
    DrawnCluster drawn = DrawnCluster.of(2);
    drawn.member(0).leads = false;
    drawn.member(1).index = 80;

    assertThat(MemberTable.of(drawn.view()).get(1)).matches("etcd-0 .* 90 +0 +21 MiB");
    assertThat(MemberTable.of(drawn.view()).get(2)).matches("etcd-1 .* 80 +0 +21 MiB");
  }

  @Test
  void theSnapshotThatARestoreWouldStartFromIsToldWithItsAge() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.snapshotAge = Optional.of(Duration.ofHours(26));
    assertThat(MemberTable.snapshotLine(drawn.view()))
        .isEqualTo(
            "Last snapshot 26 h ago: revision 80 or later, SHA-256 verified; none that is kept was"
                + " ever restored on trial.");

    drawn.snapshotAge = Optional.empty();
    assertThat(MemberTable.snapshotLine(drawn.view()))
        .isEqualTo("No snapshot saved by Quorate yet.");
  }

  @Test
  void theSnapshotLineTellsTheLastDrillAlsoWhereNoSnapshotIsLeft() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.protection = Protection.of(List.of(drill(drawn)), BackupPolicy.NONE);
    assertThat(MemberTable.snapshotLine(drawn.view()))
        .isEqualTo(
            "Last snapshot 14 min ago: revision 80 or later, SHA-256 verified. Last drill 3 days"
                + " ago: 41 s, 38 s of data, a learner joined.");

    drawn.snapshotAge = Optional.empty();
    assertThat(MemberTable.snapshotLine(drawn.view()))
        .isEqualTo(
            "No snapshot that could be restored is left. Last drill 3 days ago: 41 s, 38 s of data,"
                + " a learner joined.");
  }

  @Test
  void aStoreThatDoesNotAnswerIsNotCalledEmpty() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.snapshotAge = Optional.empty();
    drawn.protection = Protection.unread("the bucket is gone", BackupPolicy.NONE);

    assertThat(MemberTable.snapshotLine(drawn.view()))
        .isEqualTo("The snapshots cannot be read: the bucket is gone.");
  }

  private static Drill drill(DrawnCluster drawn) {
    return new Drill(
        "main.db",
        drawn.now.minus(Duration.ofDays(3)),
        Duration.ofSeconds(41),
        Duration.ofSeconds(38),
        Optional.empty(),
        Optional.of(Duration.ofSeconds(8)));
  }

  /** The name and the state of each line below the head; cells are two blanks apart or more. */
  private static Stream<String> states(DrawnCluster drawn) {
    return MemberTable.of(drawn.view()).stream()
        .skip(1)
        .map(line -> line.split(" {2,}"))
        .map(cells -> cells[0] + ": " + cells[2]);
  }
}
