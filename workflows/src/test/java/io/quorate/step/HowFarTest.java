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

class HowFarTest {
  private static final MemberName THREE = new MemberName("etcd-3");
  private static final long GIBIBYTE = 1L << 30;

  @Test
  void itIsToldInMebibytesAndWhereItServesInEntries() {
    HowFar receives = new HowFar(THREE, 1200L << 20, 1536L << 20, Optional.empty(), 90_000);
    assertThat(receives).hasToString("etcd-3 has 1,200 of 1,536 MiB");
    HowFar serves = new HowFar(THREE, 1536L << 20, 1536L << 20, Optional.of(1_200L), 90_000);
    assertThat(serves).hasToString("etcd-3 has 1,536 of 1,536 MiB, 88,800 entries behind");
    HowFar last = new HowFar(THREE, 1600L << 20, 1536L << 20, Optional.of(89_999L), 90_000);
    assertThat(last).hasToString("etcd-3 has 1,536 of 1,536 MiB, 1 entry behind");
  }

  @Test
  void withoutALeaderTheSizeSeenBeforeHolds() {
    DrawnCluster drawn = DrawnCluster.of(3);
    HowFar before = HowFar.of(drawn.view(), drawn.member(2).name, 0, Optional.empty());
    assertThat(before.ofBytes()).isPositive();
    drawn.member(0).answers = false;
    drawn.member(0).leads = false;
    HowFar now = HowFar.of(drawn.view(), drawn.member(2).name, 0, Optional.of(before));
    assertThat(now.ofBytes()).isEqualTo(before.ofBytes());
    assertThat(now.hasMovedSince(before)).isFalse();
  }

  /** The leader is named by the others, and does not answer Quorate. */
  @Test
  void whereTheLeaderIsUnseenTheLargestVoterTellsTheSize() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).dbSize = 2 * GIBIBYTE;
    drawn.member(0).answers = false;

    HowFar far = HowFar.of(drawn.view(), drawn.member(2).name, 0, Optional.empty());

    assertThat(far.ofBytes()).isEqualTo(2 * GIBIBYTE);
    assertThat(far.behind()).as("with whom to compare it").isEmpty();
    assertThat(new StartMember(THREE).budget(drawn.view()).attempt())
        .isGreaterThan(HowFar.toReceive(2 * GIBIBYTE));
  }

  @Test
  void aMemberThatHasMoreThanTheLeaderGetsTheTimeToOpenThat() {
    HowFar far = new HowFar(THREE, 4 * GIBIBYTE, GIBIBYTE, Optional.empty(), 0);
    assertThat(far.patience()).isEqualTo(HowFar.patience(4 * GIBIBYTE));
  }

  @Test
  void theLimitsOfAStartAWaitAndASnapshotGrowWithTheDatabase() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).dbSize = 2 * GIBIBYTE;
    Duration start = new StartMember(THREE).budget(drawn.view()).attempt();
    assertThat(start).isGreaterThan(HowFar.toReceive(2 * GIBIBYTE));
    assertThat(start).isGreaterThan(new StartMember(THREE).budget().attempt());
    assertThat(new AwaitInSync(THREE).budget(drawn.view()).attempt())
        .isGreaterThan(new AwaitInSync(THREE).budget().attempt());
    SaveSnapshot save = new SaveSnapshot(drawn.member(1).name);
    assertThat(save.budget(drawn.view()).attempt())
        .isGreaterThan(save.budget().attempt().plus(HowFar.toReceive(2 * GIBIBYTE)));
  }
}
