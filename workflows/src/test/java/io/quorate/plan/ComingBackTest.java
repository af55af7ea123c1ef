package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Destination;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Starts.ResumeAnywhere;
import io.quorate.step.Starts.ResumeElsewhere;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.workload.Arrival;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a member that a plan keeps stopped is started, because another one died meanwhile. */
class ComingBackTest {
  private static final MemberName ONE = new MemberName("etcd-1");
  private static final MemberName NEXT = new MemberName("etcd-1.next");
  private static final Map<String, List<String>> BY_COPY =
      Map.of("member", List.of("etcd-1"), "by", List.of("data-move"));

  @Test
  void theGuardLetsAMemberStoppedForAnUpgradeComeBack() {
    PlannedStep switching = at(upgrade(), SwitchRelease.class);
    ClusterView died = died(stopped(DrawnCluster.of(3)), 2);

    PlannedStep back = ComingBack.of(switching, died).orElseThrow();

    assertThat(back.step()).isEqualTo(new ResumeMember(ONE));
    assertThat(Guard.judge(back.plan(), 0, AddedIds.NONE, died)).isEqualTo(Verdict.PROCEED);
  }

  @Test
  void aMemberThatIsBeingCopiedComesBackToTheOldPlace() {
    DrawnCluster drawn = DrawnCluster.of(3);
    PlannedStep copying = at(move(drawn), CopyMember.class);
    ClusterView died = died(stopped(withNext(DrawnCluster.of(3))), 2);

    assertThat(ComingBack.of(copying, died).map(PlannedStep::step)).contains(new ResumeMember(ONE));
  }

  /** Its copy is the member now, and its start needs no quorum: the plan goes on with it. */
  @Test
  void aMemberThatWasCopiedStartsAtTheNextPlaceWithoutQuorum() {
    DrawnCluster drawn = withNext(DrawnCluster.of(3));
    drawn.member(3).sameUrls();
    World world = new World(plan("planned-migration", BY_COPY, drawn));
    while (!world.step().equals(new ResumeMember(NEXT))) {
      world.proceed();
    }
    ClusterView died = world.now().projected().silent(new MemberName("etcd-2"));

    assertThat(Guard.judge(world.plan(), world.index(), world.added(), died))
        .isEqualTo(Verdict.PROCEED);
    PlannedStep at = new PlannedStep(world.plan(), world.index(), world.added(), Optional.empty());
    assertThat(ComingBack.of(at, died).map(PlannedStep::step)).contains(new ResumeMember(NEXT));
  }

  /** The node to which its start is bound may never have room, and its data is whole. */
  @Test
  void aMemberThatWaitsForItsDestinationIsStartedAnywhere() {
    PlannedStep going = at(elsewhere(), ResumeElsewhere.class);
    ClusterView died = died(waiting(DrawnCluster.of(3)), 2);

    PlannedStep back = ComingBack.of(going, died).orElseThrow();

    assertThat(back.step()).isEqualTo(new ResumeAnywhere(ONE));
    assertThat(Guard.judge(back.plan(), 0, AddedIds.NONE, died)).isEqualTo(Verdict.PROCEED);
    assertThat(ComingBack.of(going, waiting(DrawnCluster.of(3)).view())).isEmpty();
    assertThat(ComingBack.of(at(upgrade(), SwitchRelease.class), died))
        .as("at a step that binds no start")
        .isEmpty();
  }

  @Test
  void aMemberThatRestartsAtItsDestinationIsLeftThere() {
    PlannedStep going = at(elsewhere(), ResumeElsewhere.class);
    DrawnCluster drawn = waiting(DrawnCluster.of(3));
    drawn.member(1).machine = Optional.of("n4");
    assertThat(ComingBack.of(going, died(drawn, 2))).isEmpty();
  }

  private static Plan elsewhere() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.arrival =
        Optional.of(new Arrival(new Journey(ONE, Destination.node("n4")), new Arrival.Follows()));
    return plan(
        "planned-migration", Map.of("member", List.of("etcd-1"), "to-node", List.of("n4")), drawn);
  }

  private static DrawnCluster waiting(DrawnCluster drawn) {
    DrawnMember one = drawn.member(1);
    one.stopped();
    one.workload = Workload.restarting("pod etcd-1 waits for a node: Insufficient cpu");
    one.data = DataDirectory.of(DataDirectory.State.UNREADABLE);
    one.machine = Optional.empty();
    one.seenVolume = Optional.of("pv-1");
    return drawn;
  }

  @Test
  void nobodyComesBackWhileTheOthersHoldQuorum() {
    PlannedStep switching = at(upgrade(), SwitchRelease.class);
    assertThat(ComingBack.of(switching, stopped(DrawnCluster.of(3)).view())).isEmpty();
  }

  @Test
  void anElectionIsNoDeath() {
    PlannedStep switching = at(upgrade(), SwitchRelease.class);
    DrawnCluster electing = stopped(DrawnCluster.of(3));
    electing.members.forEach(member -> member.followsNobody = true);
    electing.source = MembershipSource.LOCAL;
    assertThat(electing.view().margin()).isNegative();
    assertThat(ComingBack.of(switching, electing.view())).isEmpty();
  }

  @Test
  void aMemberWithPartialDataStaysStopped() {
    PlannedStep switching = at(upgrade(), SwitchRelease.class);
    DrawnCluster drawn = stopped(DrawnCluster.of(3));
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.PARTIAL);
    assertThat(ComingBack.of(switching, died(drawn, 2))).isEmpty();
  }

  @Test
  void aMemberThatThePlanDoesNotStartStaysStopped() {
    Plan upgrade = upgrade();
    Plan forGood = upgrade.withSteps(upgrade.steps().stream().filter(s -> !starts(s)).toList());
    PlannedStep switching = at(forGood, SwitchRelease.class);
    assertThat(ComingBack.of(switching, died(stopped(DrawnCluster.of(3)), 2))).isEmpty();
  }

  @Test
  void nobodyComesBackBeforePeopleHaveSaidYes() {
    Plan upgrade = upgrade();
    ClusterView died = died(stopped(DrawnCluster.of(3)), 2);
    assertThat(ComingBack.of(new PlannedStep(upgrade, 0, AddedIds.NONE, Optional.empty()), died))
        .isEmpty();
  }

  @Test
  void aMemberStaysStoppedWhereTheReturnBringsNoQuorum() {
    PlannedStep switching = at(upgrade(), SwitchRelease.class);
    DrawnCluster drawn = stopped(DrawnCluster.of(5));
    drawn.member(3).gone();
    drawn.member(4).gone();
    assertThat(ComingBack.of(switching, drawn.view())).as("2 of 5, and 1").isPresent();
    drawn.member(2).gone();
    assertThat(ComingBack.of(switching, drawn.view())).as("1 of 5, and 1").isEmpty();
  }

  private static boolean starts(Step step) {
    return step instanceof ResumeMember;
  }

  private static Plan upgrade() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.releases.add(EtcdVersion.parse("3.6.17"));
    return plan("rolling-upgrade", Map.of("to", List.of("3.6.17")), drawn);
  }

  private static Plan move(DrawnCluster drawn) {
    return plan("planned-migration", BY_COPY, withNext(drawn));
  }

  private static DrawnCluster withNext(DrawnCluster drawn) {
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    drawn.members.add(next);
    return drawn;
  }

  private static Plan plan(String runbook, Map<String, List<String>> options, DrawnCluster drawn) {
    return (Plan)
        Runbooks.prescribe(runbook, new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  /** The first step of this kind, after the stop of etcd-1. */
  private static PlannedStep at(Plan plan, Class<? extends Step> kind) {
    int stop = plan.steps().indexOf(new StopMember(ONE));
    for (int index = stop + 1; index < plan.steps().size(); index++) {
      if (kind.isInstance(plan.steps().get(index))) {
        return new PlannedStep(plan, index, AddedIds.NONE, Optional.empty());
      }
    }
    throw new AssertionError("no such step: " + plan.text());
  }

  private static DrawnCluster stopped(DrawnCluster drawn) {
    drawn.member(1).stopped();
    drawn.member(1).workload(Workload.Gone.HELD);
    return drawn;
  }

  private static ClusterView died(DrawnCluster drawn, int number) {
    drawn.member(number).stopped();
    drawn.member(0).followsNobody = true;
    drawn.source = MembershipSource.LOCAL;
    return drawn.view();
  }
}
