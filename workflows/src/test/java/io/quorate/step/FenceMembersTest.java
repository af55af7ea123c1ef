package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.workload.Workload;
import org.junit.jupiter.api.Test;

/** Tests of a fence around several members: all of them are in it, or it is not done. */
class FenceMembersTest {
  @Test
  void theFenceIsNotDoneUntilEveryMemberIsHeld() {
    DrawnCluster drawn = stopped();
    FenceMembers fence = all(drawn);
    drawn.member(0).workload(Workload.Gone.HELD);
    drawn.member(1).workload(Workload.Gone.HELD);
    assertThat(fence.isDone(drawn.view())).isEmpty();
    assertThat(fence.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);

    drawn.member(2).workload(Workload.Gone.HELD);
    assertThat(fence.isDone(drawn.view()).orElseThrow())
        .contains("etcd-0 is held", "etcd-1 is held", "etcd-2 is held");
  }

  @Test
  void theFenceIsRefusedWhileAMemberMayRun() {
    DrawnCluster drawn = stopped();
    drawn.member(2).workload(Workload.Uncertain.AMBIGUOUS);
    assertThat(all(drawn).mayRun(drawn.view()))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.reason().headline()).contains("etcd-2 is not proven gone"));
  }

  @Test
  void theFenceProjectsAllMembersAsHeldAndTouchesAllHosts() {
    DrawnCluster drawn = stopped();
    FenceMembers fence = all(drawn);
    assertThat(fence.isDone(fence.project(drawn.view()))).isPresent();
    assertThat(fence.hosts()).hasSize(3);
    assertThat(fence.sentence()).isEqualTo("Keep etcd-0, etcd-1 and etcd-2 stopped");
  }

  private static FenceMembers all(DrawnCluster drawn) {
    return new FenceMembers(drawn.members.stream().map(member -> member.name).toList());
  }

  private static DrawnCluster stopped() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.source = MembershipSource.FILES;
    drawn.members.forEach(DrawnMember::stopped);
    return drawn;
  }
}
