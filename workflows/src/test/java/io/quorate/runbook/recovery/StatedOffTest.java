package io.quorate.runbook.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Hazard;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.Verdict;
import io.quorate.step.Verdicts;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A restore where a person stated that members are off whose hosts cannot be reached. */
class StatedOffTest {
  private static final String OFF = "is-off";

  @Test
  void theRestoreLeavesStatedMembersOutAndPassesTheGuard() {
    Plan plan = plan(siteLost(3, 2), "etcd-1", "etcd-2");
    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(plan.steps()).contains(new FenceMembers(List.of(new MemberName("etcd-0"))));
    World world = new World(plan);
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSize(1);
    assertThat(world.now().clusterId()).isNotEqualTo(plan.seen().clusterId());
  }

  @Test
  void theNextRoundIsAskedWithTheSameStatement() {
    Plan plan = plan(siteLost(3, 2), "etcd-1", "etcd-2");
    assertThat(plan.request()).containsEntry(OFF, List.of("etcd-1", "etcd-2"));
    assertThat(MajorityRecoveryRequest.of(new Options(plan.request())).off().members())
        .containsExactly(new MemberName("etcd-1"), new MemberName("etcd-2"));
  }

  /** Of five three are off; where one of them is held instead, people approve another plan. */
  @Test
  void theStatedMembersArePartOfTheApprovedPlan() {
    DrawnCluster drawn = siteLost(5, 3);
    Plan three = plan(drawn, "etcd-2", "etcd-3", "etcd-4");
    drawn.member(4).gone();
    Plan two = plan(drawn, "etcd-2", "etcd-3");
    assertThat(two.digest()).isNotEqualTo(three.digest());
    assertThat(two.sameMatterAs(three)).isFalse();
    assertThat(two.warnings())
        .noneMatch(warning -> warning.contains("a quorum of the old cluster"));
    assertThat(three.warnings())
        .anyMatch(warning -> warning.contains("a quorum of the old cluster"));
  }

  @Test
  void theGuardOfTheRestoreRefusesAMemberThatNobodyStatedOff() {
    Plan plan = plan(siteLost(5, 3), "etcd-2", "etcd-3", "etcd-4");
    RestoreMember restore = step(plan, RestoreMember.class);
    RestoreMember lessStated =
        new RestoreMember(
            restore.first(), restore.file(), restore.bump(), List.of(new MemberName("etcd-2")));
    ClusterView now = heldAndEmpty(siteLost(5, 3));

    assertThat(restore.mayRun(now)).isEqualTo(Verdict.PROCEED);
    assertThat(lessStated.mayRun(now)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void aStatedMemberThatRunsStopsTheRestoreAndTheFirstStart() {
    Plan plan = plan(siteLost(3, 2), "etcd-1", "etcd-2");
    DrawnCluster drawn = siteLost(3, 2);
    drawn.member(1).workload(Workload.Running.EXPECTED);
    ClusterView runs = heldAndEmpty(drawn);
    assertThat(Verdicts.code(step(plan, RestoreMember.class).mayRun(runs)))
        .isEqualTo("statement-contradicted");

    StartRestored start = step(plan, StartRestored.class);
    assertThat(start.mayRun(restored(start, Workload.Uncertain.AMBIGUOUS)))
        .isEqualTo(Verdict.PROCEED);
    assertThat(Verdicts.code(start.mayRun(restored(start, Workload.Running.EXPECTED))))
        .isEqualTo("statement-contradicted");
    assertThat(start.mayRun(restored(start, Workload.Gone.STOPPED)))
        .isInstanceOf(Verdict.Changed.class);
  }

  @Test
  void withoutAStatementTheRefusalNamesTheMembersThatMayRun() {
    DrawnCluster drawn = siteLost(5, 2);
    drawn.member(2).gone();
    assertThat(((Refusal) prescribed(drawn)).reason().text())
        .contains("etcd-3 may still run (this machine has nothing of etcd-3")
        .contains("--is-off etcd-3 --is-off etcd-4");
  }

  /** Somebody else's process has the data open there, so somebody can look. */
  @Test
  void aMemberOnAHostThatAnswersCannotBeStatedOff() {
    DrawnCluster drawn = siteLost(3, 2);
    drawn.member(1).workload(Workload.Uncertain.AMBIGUOUS);
    drawn.member(2).gone();
    assertThat(((Refusal) prescribed(drawn)).reason().text())
        .contains("See at the host of etcd-1 that its process is gone")
        .doesNotContain(OFF);
    assertThat(((Refusal) prescribed(drawn, "etcd-1")).reason().text())
        .contains("etcd-1 was stated to be off and its host may be on");
  }

  private static ClusterView heldAndEmpty(DrawnCluster drawn) {
    drawn.members.stream()
        .filter(member -> member.workload.provenAbsent())
        .forEach(
            member -> {
              member.workload(Workload.Gone.HELD);
              member.data = DataDirectory.of(DataDirectory.State.ABSENT);
            });
    return drawn.view();
  }

  /** The first member is restored, and one of the old cluster is seen in this state. */
  private static ClusterView restored(StartRestored start, Workload.State old) {
    DrawnCluster drawn = siteLost(3, 2);
    DrawnMember first = drawn.member(0);
    first.id = start.first().owner().member();
    first.cluster = start.first().owner().cluster();
    first.data = DataDirectory.of(DataDirectory.State.PRESENT).ownedBy(start.first().owner());
    drawn.member(1).status = VotingStatus.UNLISTED;
    drawn.member(2).status = VotingStatus.UNLISTED;
    if (old != Workload.Uncertain.AMBIGUOUS) {
      drawn.member(1).workload(old);
    }
    return drawn.view();
  }

  private static <S> S step(Plan plan, Class<S> kind) {
    return plan.steps().stream().filter(kind::isInstance).map(kind::cast).findFirst().orElseThrow();
  }

  private static Plan plan(DrawnCluster drawn, String... off) {
    return (Plan) prescribed(drawn, off);
  }

  private static Prescription prescribed(DrawnCluster drawn, String... off) {
    return Runbooks.prescribe(
        "majority-recovery",
        new Options(Map.of("stage", List.of("salvaged"), OFF, List.of(off))),
        drawn.view(),
        ApprovalPolicy.DEFAULT);
  }

  /**
   * Nobody answers; what the first member had is salvaged, and of the last ones nothing is seen.
   */
  private static DrawnCluster siteLost(int voters, int away) {
    DrawnCluster now = DrawnCluster.recorded(voters);
    DataPosition far =
        new DataPosition(2, 90, 90, 90, 90, List.of(), Optional.empty(), Optional.empty());
    for (int number = 0; number < voters; number++) {
      DrawnMember member = now.member(number);
      if (number >= voters - away) {
        member.unreached();
      } else {
        member.stopped();
        member.data = DataDirectory.of(DataDirectory.State.PRESENT).reaching(far);
        now.sources.add(
            new RestoreSource(
                now.saved(member.name, far, Optional.of(member.id)),
                new Revision(90),
                90,
                Optional.of(7L),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
      }
    }
    return now;
  }
}
