package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataFiles;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReturnMemberTest {
  private static final long GIB = 1L << 30;
  private final DrawnCluster drawn = DrawnCluster.of(3);

  ReturnMemberTest() {
    drawn.source = MembershipSource.RECORDED;
    drawn.members.forEach(member -> member.stopped());
  }

  /** The others may be a quorum, or what is left is restored: a new plan says so. */
  @Test
  void damageThatShowsOnlyBeforeTheStartMakesThePlanAnew() {
    assertThat(step().mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    has(GIB);
    drawn.member(1).data =
        drawn.member(1).data.readWhole(drawn.now, Optional.of("page 16 is not the page of a tree"));
    assertThat(step().mayRun(drawn.view()))
        .isEqualTo(
            new Verdict.Changed(
                "etcd-1 is not started: it is gone: its process is gone and its data is damaged:"
                    + " page 16 is not the page of a tree."));
  }

  @Test
  void mayBeSkippedBecauseTheOthersMayBeEnough() {
    assertThat(step().maySkip()).isTrue();
  }

  /** All of 8 GiB is read before the start, over a network that may be slow. */
  @Test
  void theTimeOfAnAttemptGrowsWithTheData() {
    Duration small = step().budget(drawn.view()).attempt();
    has(8 * GIB);
    ClusterView view = drawn.view();
    assertThat(step().budget(view).attempt()).isGreaterThan(small.plus(Duration.ofHours(1)));
    assertThat(new StartMember(drawn.member(1).name).budget().attempts())
        .isEqualTo(step().budget(view).attempts());
  }

  @Test
  void whatMayCostAcknowledgedWritesDestroys() {
    assertThat(step().hazard()).isEqualTo(Hazard.REVERSIBLE);
    assertThat(new ReturnMember(drawn.member(1).name, Optional.of("there is no record")).hazard())
        .isEqualTo(Hazard.DESTRUCTIVE);
  }

  private ReturnMember step() {
    return new ReturnMember(drawn.member(1).name);
  }

  private void has(long bytes) {
    drawn.member(1).data =
        drawn
            .member(1)
            .data
            .holding(new DataFiles(bytes, bytes, Optional.of("3.6:0a"), Optional.empty()));
  }
}
