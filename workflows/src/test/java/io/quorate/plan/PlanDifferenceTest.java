package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Revision;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataPosition;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What voids a question about a plan, and what the people who were asked are told of it. */
class PlanDifferenceTest {
  private static final Plan ASKED = plan(drawn -> {});

  @Test
  void aQuestionStandsWhileThePlanWouldBeMadeAgain() {
    Plan later =
        plan(
            drawn -> {
              drawn.members.forEach(member -> member.index += 1000);
              drawn.now = drawn.now.plusSeconds(300);
            });

    assertThat(PlanDifference.voids(ASKED, later, true)).isEmpty();
    assertThat(PlanDifference.voids(ASKED, later, false)).isEmpty();
  }

  @Test
  void aSnapshotSavedBeforeTheQuestionDoesNotVoidTheQuestion() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.source = MembershipSource.LOCAL;
    drawn.member(0).followsNobody = true;
    drawn.member(1).stopped();
    drawn.member(2).stopped();
    Plan asked = recovery(drawn);
    Step saved = asked.steps().getFirst();
    drawn.sources.add(served(drawn));
    Plan now = recovery(drawn);

    assertThat(now.steps()).isEqualTo(asked.steps().subList(1, asked.steps().size()));
    assertThat(PlanDifference.voids(asked, now, true)).isEmpty();
    assertThat(PlanDifference.voids(asked, now, false)).isEmpty();
    assertThat(PlanDifference.voids(now, asked, true).orElseThrow())
        .contains("with the step " + saved.material());
  }

  @Test
  void onlyAnotherReleaseMayWordThePlanOtherwise() {
    Plan reworded = ASKED.promising("No write that was acknowledged is lost.");

    assertThat(PlanDifference.voids(ASKED, reworded, false)).isEmpty();
    assertThat(PlanDifference.voids(ASKED, reworded, true))
        .hasValue("The plan would be another one now.");
  }

  @Test
  void anotherPlanVoidsTheQuestionWhicheverReleaseMadeIt() {
    Plan other = plan(drawn -> drawn.member(1).version = EtcdVersion.parse("3.6.14"));
    String said =
        "The plan would be another one now:"
            + " before etcd-1 voter a001 at [http://etcd-1:2380], answers with 3.6.16;"
            + " now etcd-1 voter a001 at [http://etcd-1:2380], answers with 3.6.14.";

    assertThat(PlanDifference.voids(ASKED, other, true)).hasValue(said);
    assertThat(PlanDifference.voids(ASKED, other, false)).hasValue(said);
  }

  @Test
  void aRunbookThatWantsToLookAgainLeavesTheQuestionOpen() {
    NotYet later =
        new NotYet(
            GuardReason.MEMBERSHIP_UNCONFIRMED.because("etcd-1 is silent since 2 s."),
            DrawnCluster.NOW.plusSeconds(60));

    assertThat(PlanDifference.voids(ASKED, later, true)).isEmpty();
    assertThat(PlanDifference.voids(ASKED, later, false)).isEmpty();
  }

  @Test
  void aRunbookThatHasNoPlanAnyMoreVoidsTheQuestionAndSaysWhy() {
    assertThat(
            PlanDifference.voids(
                ASKED,
                new NothingToDo(GuardReason.VOTERS_CAN_RETURN.because("All 3 voters vote.")),
                true))
        .hasValue("The world changed: All 3 voters vote.");
    assertThat(
            PlanDifference.voids(
                ASKED, new Refusal(GuardReason.QUORUM_LOST_NOW.because("Quorum is lost.")), false))
        .hasValue("The world changed: Quorum is lost.");
  }

  @Test
  void ofEachMemberThatIsNotAsItWasBothStatesAreTold() {
    assertThat(seeing(drawn -> drawn.member(1).silent()))
        .contains(
            "before etcd-1 voter a001 at [http://etcd-1:2380], answers with 3.6.16",
            "now etcd-1 voter a001 at [http://etcd-1:2380], silent");
    assertThat(seeing(drawn -> drawn.member(1).status = VotingStatus.LEARNER))
        .contains("now etcd-1 learner a001 at [http://etcd-1:2380], answers with 3.6.16");
    assertThat(seeing(drawn -> drawn.member(1).peerUrl = "http://10.0.0.9:2380"))
        .contains("now etcd-1 voter a001 at [http://10.0.0.9:2380], answers with 3.6.16");
    assertThat(seeing(drawn -> drawn.member(2).status = VotingStatus.UNLISTED))
        .contains("now etcd-2 not in the membership, silent")
        .doesNotContain("etcd-0", "etcd-1");
  }

  @Test
  void aStepAndAWarningThatComeOrGoAreNamed() {
    List<Step> steps = new ArrayList<>(ASKED.steps());
    AskApproval two = new AskApproval(2, Optional.of("dba"));
    Step one = steps.set(1, two);
    Plan stricter =
        new Plan(
            ASKED.runbook(),
            ASKED.request(),
            ASKED.title(),
            ASKED.seen(),
            steps,
            Stream.concat(
                    ASKED.warnings().stream(),
                    Stream.of("etcd 3.6.16 has a flaw.", "Its log is long."))
                .toList(),
            ASKED.promise());

    assertThat(PlanDifference.voids(ASKED, stricter, true))
        .hasValue(
            "The plan would be another one now: without the step "
                + one.material()
                + "; with the step "
                + two.material()
                + "; with the warning etcd 3.6.16 has a flaw; with the warning Its log is long.");
  }

  /**
   * The difference to the plan that was asked about, were the same steps planned for this world.
   */
  private static String seeing(Consumer<DrawnCluster> change) {
    Plan other =
        new Plan(
            ASKED.runbook(),
            ASKED.request(),
            ASKED.title(),
            view(change),
            ASKED.steps(),
            ASKED.warnings(),
            ASKED.promise());
    return PlanDifference.voids(ASKED, other, true).orElseThrow();
  }

  private static Plan plan(Consumer<DrawnCluster> change) {
    Options options = new Options(Map.of("member", List.of("etcd-2")));
    return (Plan)
        Runbooks.prescribe("minority-replace", options, view(change), ApprovalPolicy.DEFAULT);
  }

  private static Plan recovery(DrawnCluster drawn) {
    return (Plan)
        Runbooks.prescribe(
            "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  /** What the first member gave without quorum, up to what it has applied. */
  private static RestoreSource served(DrawnCluster drawn) {
    DrawnMember first = drawn.member(0);
    long reached = first.index;
    DataPosition far =
        new DataPosition(
            2, reached, reached, reached, reached, List.of(), Optional.empty(), Optional.empty());
    return new RestoreSource(
        drawn.saved(first.name, far, Optional.of(first.id), Salvage.Way.SERVED, Optional.empty()),
        new Revision(reached),
        reached,
        Optional.of(7L),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static ClusterView view(Consumer<DrawnCluster> change) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).gone();
    change.accept(drawn);
    return drawn.view();
  }
}
