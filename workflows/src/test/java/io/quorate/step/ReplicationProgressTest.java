package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicationProgressTest {
  private static final MemberName THREE = new MemberName("etcd-3");
  private static final long GIBIBYTE = 1L << 30;

  @Test
  void progressTellsMebibytesAndTheEntriesBehindOnceTheMemberServes() {
    ReplicationProgress receives =
        new ReplicationProgress(THREE, 1200L << 20, 1536L << 20, Optional.empty(), 90_000);
    assertThat(receives).hasToString("etcd-3 has 1,200 of 1,536 MiB");
    ReplicationProgress serves =
        new ReplicationProgress(THREE, 1536L << 20, 1536L << 20, Optional.of(1_200L), 90_000);
    assertThat(serves).hasToString("etcd-3 has 1,536 of 1,536 MiB, 88,800 entries behind");
    ReplicationProgress last =
        new ReplicationProgress(THREE, 1600L << 20, 1536L << 20, Optional.of(89_999L), 90_000);
    assertThat(last).hasToString("etcd-3 has 1,536 of 1,536 MiB, 1 entry behind");
  }

  @Test
  void withoutALeaderTheSizeSeenBeforeHolds() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ReplicationProgress before =
        ReplicationProgress.of(drawn.view(), drawn.member(2).name, 0, Optional.empty());
    assertThat(before.ofBytes()).isPositive();
    drawn.member(0).answers = false;
    drawn.member(0).leads = false;
    ReplicationProgress now =
        ReplicationProgress.of(drawn.view(), drawn.member(2).name, 0, Optional.of(before));
    assertThat(now.ofBytes()).isEqualTo(before.ofBytes());
    assertThat(now.hasMovedSince(before)).isFalse();
  }

  /** The leader is named by the others, and does not answer Quorate. */
  @Test
  void whereTheLeaderIsUnseenTheLargestVoterTellsTheSize() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).dbSize = 2 * GIBIBYTE;
    drawn.member(0).answers = false;

    ReplicationProgress far =
        ReplicationProgress.of(drawn.view(), drawn.member(2).name, 0, Optional.empty());

    assertThat(far.ofBytes()).isEqualTo(2 * GIBIBYTE);
    assertThat(far.behind()).as("with whom to compare it").isEmpty();
    assertThat(new StartMember(THREE).budget(drawn.view()).attempt())
        .isGreaterThan(ReplicationProgress.toReceive(2 * GIBIBYTE));
  }

  @Test
  void aMemberWithALargerDatabaseThanTheLeaderGetsMoreTime() {
    ReplicationProgress far =
        new ReplicationProgress(THREE, 4 * GIBIBYTE, GIBIBYTE, Optional.empty(), 0);
    assertThat(far.patience()).isEqualTo(ReplicationProgress.patience(4 * GIBIBYTE));
  }

  @Test
  void theLimitsOfAStartAWaitAndASnapshotGrowWithTheDatabase() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).dbSize = 2 * GIBIBYTE;
    Duration start = new StartMember(THREE).budget(drawn.view()).attempt();
    assertThat(start).isGreaterThan(ReplicationProgress.toReceive(2 * GIBIBYTE));
    assertThat(start).isGreaterThan(new StartMember(THREE).budget().attempt());
    assertThat(new AwaitInSync(THREE).budget(drawn.view()).attempt())
        .isGreaterThan(new AwaitInSync(THREE).budget().attempt());
    SaveSnapshot save = new SaveSnapshot(drawn.member(1).name);
    assertThat(save.budget(drawn.view()).attempt())
        .isGreaterThan(save.budget().attempt().plus(ReplicationProgress.toReceive(2 * GIBIBYTE)));
  }
}
