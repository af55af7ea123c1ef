package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerActivity;
import io.quorate.drawing.Clusters;
import io.quorate.drawing.Clusters.Case;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import io.quorate.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every plan, whatever was seen and asked. */
class PlansTest {
  @Provide
  Arbitrary<Case> cases() {
    return Clusters.withPlan();
  }

  @Property
  void noStepLeavesFewerVotersThanQuorumEvenIfTheNewMemberDies(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    // From one voter to three the way is by two, of which none may die.
    Assume.that(plan.seen().voters().size() > 1);
    for (int index = 0; index < plan.steps().size(); index++) {
      Projection after = plan.expected(index + 1, AddedIds.NONE).projected();
      ClusterView worst =
          plan.steps().get(index).newcomer().map(after::silent).orElse(after.view());
      assertThat(worst.margin()).as("%s", plan.steps().get(index)).isNotNegative();
    }
  }

  @Property
  void aPlanNeverHasMoreThanOneLearner(@ForAll("cases") Case drawn) {
    assertThat(views(drawn.plan().orElseThrow())).allMatch(view -> view.learners().size() <= 1);
  }

  @Property
  void allVotersAreRemovedBeforeTheFirstIsAdded(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    int firstAdd = first(plan, AddLearner.class);
    for (int index = 0; index < plan.steps().size(); index++) {
      if (plan.steps().get(index) instanceof RemoveMember remove) {
        boolean voter = plan.seen().member(remove.member()).orElseThrow().isVoter();
        assertThat(!voter || index < firstAdd).isTrue();
      }
    }
  }

  @Property
  void nothingIsChangedBeforeTheQuestion(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    assertThat(plan.steps().subList(0, first(plan, AskApproval.class)))
        .noneMatch(step -> step.hazard().mutates());
    assertThat(plan.hazard().mutates()).isTrue();
  }

  @Property
  void everyPlanEndsWithAVerificationOfTheResult(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    int last = plan.steps().size() - 1;
    assertThat(plan.steps().get(last))
        .isEqualTo(
            new VerifyCluster(
                plan.expected(last, AddedIds.NONE).voters().size(), plan.seen().raised()));
  }

  @Property
  void anEvenNumberOfVotersIsNeverLeftBehind(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    ClusterView end = plan.expected(plan.steps().size(), AddedIds.NONE);
    assertThat(end.voters().size() % 2).isEqualTo(1);
    assertThat(end.learners()).isEmpty();
  }

  /** A learner has no vote: it may live, and is stopped before, where its process is known. */
  @Property
  void noVoterThatLivesIsRemovedAndEachMemberIsFencedBefore(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    Set<MemberName> held = new HashSet<>();
    for (Step step : plan.steps()) {
      if (step instanceof HoldMember hold) {
        held.add(hold.member());
      }
      if (step instanceof StopMember stop) {
        held.add(stop.member());
      }
      if (step instanceof RemoveMember remove) {
        Member member = plan.seen().member(remove.member()).orElseThrow();
        if (member.isLearner()) {
          assertThat(held.contains(member.name())).isEqualTo(isThere(member.workload()));
          continue;
        }
        assertThat(plan.seen().isLive(member)).isFalse();
        assertThat(member.peerActivity()).isEqualTo(PeerActivity.INACTIVE);
        assertThat(member.workload().provenAbsent()).isTrue();
        assertThat(held).contains(remove.member());
      }
    }
  }

  private static boolean isThere(Workload process) {
    return process.runs() || process.isStartable();
  }

  @Property
  void theStepsThatCannotBeUndoneAreSaidBeforeTheYes(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    List<String> told = new ArrayList<>(List.of(plan.pointOfNoReturn().split("; ")));
    assertThat(told)
        .containsExactlyElementsOf(
            plan.steps().stream()
                .filter(step -> step.hazard().words().equals("cannot be undone"))
                .map(step -> step.sentence(plan.seen()))
                .toList());
    plan.steps().forEach(step -> assertThat(plan.text()).contains(step.sentence(plan.seen())));
  }

  /** Slack shows the lines by themselves, the command line shows the text. */
  @Property
  void theStepsReadAlikeInSlackAndOnTheCommandLine(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    assertThat(plan.lines()).hasSameSizeAs(plan.steps());
    assertThat(plan.text()).contains("\n\n" + String.join("\n", plan.lines()) + "\n\n");
  }

  private static Stream<ClusterView> views(Plan plan) {
    return IntStream.rangeClosed(0, plan.steps().size())
        .mapToObj(index -> plan.expected(index, AddedIds.NONE));
  }

  private static int first(Plan plan, Class<? extends Step> kind) {
    return IntStream.range(0, plan.steps().size())
        .filter(index -> kind.isInstance(plan.steps().get(index)))
        .findFirst()
        .orElse(plan.steps().size());
  }
}
