package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The guard on what an abort takes back of a plan that keeps one of five members stopped, after
 * another one died: the others hold quorum, so nobody else starts the stopped one.
 */
class AbortedPlanTest {
  private static final MemberName ONE = new MemberName("etcd-1");

  @Test
  void theCopyIsSetAsideAndTheMemberStartedThoughAnotherOneDied() {
    Plan move =
        plan(
            "planned-migration",
            Map.of("member", List.of("etcd-1"), "by", List.of("data-move")),
            withNext(DrawnCluster.of(5)));
    DrawnCluster copied = withNext(DrawnCluster.of(5));
    copied.member(5).data = DataDirectory.of(DataDirectory.State.PRESENT);

    Plan back = takenBack(move, CopyMember.class);

    assertThat(judge(back, 0, held(copied))).isEqualTo(Verdict.PROCEED);
    assertThat(judge(back, 1, held(copied))).isEqualTo(Verdict.PROCEED);
    assertThat(back.steps()).endsWith(new ResumeMember(ONE));
  }

  @Test
  void theReleaseIsSwitchedBackAndTheMemberStartedThoughAnotherOneDied() {
    Plan upgrade =
        plan("rolling-upgrade", Map.of("to", List.of("3.6.17")), withRelease(DrawnCluster.of(5)));
    DrawnCluster switched = withRelease(DrawnCluster.of(5));
    switched.releases.add(EtcdVersion.parse("3.6.16"));
    switched.member(1).binary = Optional.of(EtcdVersion.parse("3.6.17"));

    Plan back = takenBack(upgrade, SwitchRelease.class);

    assertThat(judge(back, 0, held(switched))).isEqualTo(Verdict.PROCEED);
    assertThat(judge(back, 1, held(switched))).isEqualTo(Verdict.PROCEED);
    assertThat(back.steps()).endsWith(new ResumeMember(ONE));
  }

  private static Verdict judge(Plan back, int index, ClusterView now) {
    return Guard.judge(back, index, AddedIds.NONE, now);
  }

  /** What is taken back of the turn of etcd-1 when it fails at this step, as a plan of its own. */
  private static Plan takenBack(Plan plan, Class<? extends Step> failed) {
    int stop = plan.steps().indexOf(new StopMember(ONE));
    int at = stop + 1;
    assertThat(plan.steps().get(at)).isInstanceOf(failed);
    return new Plan(
        plan.runbook(),
        Map.of(),
        "Abort",
        plan.expected(at, AddedIds.NONE),
        List.of(
            plan.steps().get(at).undo().orElseThrow(), plan.steps().get(stop).undo().orElseThrow()),
        List.of(),
        "");
  }

  private static Plan plan(String runbook, Map<String, List<String>> options, DrawnCluster drawn) {
    return (Plan)
        Runbooks.prescribe(runbook, new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static DrawnCluster withNext(DrawnCluster drawn) {
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    drawn.members.add(next);
    return drawn;
  }

  private static DrawnCluster withRelease(DrawnCluster drawn) {
    drawn.releases.add(EtcdVersion.parse("3.6.17"));
    return drawn;
  }

  /** etcd-1 is held, and etcd-2 died. */
  private static ClusterView held(DrawnCluster drawn) {
    drawn.member(1).stopped();
    drawn.member(1).workload(Workload.Gone.HELD);
    drawn.member(2).stopped();
    return drawn.view();
  }
}
