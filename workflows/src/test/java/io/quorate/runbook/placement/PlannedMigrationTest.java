package io.quorate.runbook.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.VotingStatus;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every migration, wherever it was left, whatever is the matter with the others. */
class PlannedMigrationTest {
  private static final MemberName ONE = new MemberName("etcd-1");
  private static final MemberName NEXT = new MemberName("etcd-1.next");

  /** How an earlier attempt left it, or nobody began. */
  enum Left {
    NOT_BEGUN,
    UNSTARTED_LEARNER,
    LEARNER,
    BOTH_VOTE,
    TAKEN_OUT,
    STOPPED,
    COPIED,
    HANDED_OVER,
    PARTIAL_COPY,
    STRANGE_DATA;

    void befall(DrawnMember old, DrawnMember next) {
      next.next();
      switch (this) {
        case NOT_BEGUN -> {}
        case UNSTARTED_LEARNER -> {
          next.unstarted();
          next.status = VotingStatus.LEARNER;
        }
        case LEARNER -> {
          next.came();
          next.status = VotingStatus.LEARNER;
        }
        case BOTH_VOTE -> next.came();
        case TAKEN_OUT -> {
          next.came();
          old.stopped();
          old.status = VotingStatus.UNLISTED;
        }
        case STOPPED -> held(old);
        case COPIED -> {
          held(old);
          next.data = old.data;
        }
        case HANDED_OVER -> {
          old.gone();
          old.workload(Workload.Gone.HELD);
          next.tookOver(old.id);
        }
        case PARTIAL_COPY -> {
          old.gone();
          old.workload(Workload.Gone.HELD);
          next.data = new DrawnMember("etcd-9").data;
        }
        case STRANGE_DATA -> next.data = old.data;
      }
    }

    private static void held(DrawnMember member) {
      member.stopped();
      member.workload(Workload.Gone.HELD);
    }
  }

  record Case(int voters, Left left, String by, boolean sameUrls, boolean anotherDown) {
    ClusterView view() {
      DrawnCluster drawn = DrawnCluster.of(voters);
      DrawnMember next = new DrawnMember("etcd-1.next");
      drawn.members.add(next);
      left.befall(drawn.member(1), next);
      if (sameUrls) {
        next.sameUrls();
      }
      if (anotherDown && voters > 2) {
        drawn.member(2).stopped();
      }
      return drawn.view();
    }

    Optional<Plan> plan(Options options) {
      return Optional.of(
              Runbooks.prescribe("planned-migration", options, view(), ApprovalPolicy.DEFAULT))
          .filter(Plan.class::isInstance)
          .map(Plan.class::cast);
    }

    Optional<Plan> plan() {
      return plan(new Options(Map.of("member", List.of("etcd-1"), "by", List.of(by))));
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Combinators.combine(
            Arbitraries.of(2, 3, 5),
            Arbitraries.of(Left.class),
            Arbitraries.of("replace", "data-move"),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(Case::new);
  }

  @Property
  void theSameFactsAndOptionsGiveTheSamePlan(@ForAll("cases") Case drawn) {
    drawn
        .plan()
        .ifPresent(
            plan ->
                assertThat(drawn.plan(new Options(plan.request())).orElseThrow().digest())
                    .isEqualTo(plan.digest()));
  }

  @Property
  void byReplaceTheMarginOfThreeOrMoreNeverFallsBelowOne(@ForAll("cases") Case drawn) {
    if (drawn.by().equals("replace") && drawn.voters() > 2) {
      drawn.plan().ifPresent(plan -> assertThat(plan.margins()).allMatch(margin -> margin >= 1));
    }
  }

  @Property
  void everyMigrationKeepsQuorumAndTheNumberOfVoters(@ForAll("cases") Case drawn) {
    drawn
        .plan()
        .ifPresent(
            plan -> {
              assertThat(plan.margins()).allMatch(margin -> margin >= 0);
              ClusterView end = plan.expected(plan.steps().size(), AddedIds.NONE);
              assertThat(end.voters()).hasSize(drawn.voters());
              assertThat(end.member(NEXT).filter(Member::isVoter)).isPresent();
              assertThat(end.member(ONE).filter(Member::isListed)).isEmpty();
            });
  }

  /** Two copies of one identity (docs/etcd.md#n-04). */
  @Property
  void nothingIsStartedFromACopyBeforeTheOldDirectoryIsAside(@ForAll("cases") Case drawn) {
    drawn
        .plan()
        .ifPresent(
            plan -> {
              List<Step> before = new ArrayList<>();
              for (Step step : plan.steps()) {
                if (step instanceof ResumeMember) {
                  Member old =
                      plan.expected(before.size(), AddedIds.NONE).member(ONE).orElseThrow();
                  assertThat(old.data().nothingThere()).isTrue();
                  assertThat(old.workload().provenAbsent()).isTrue();
                  assertThat(
                          drawn.left() == Left.HANDED_OVER
                              || before.stream().anyMatch(LeavePlace.class::isInstance))
                      .isTrue();
                }
                before.add(step);
              }
            });
  }

  @Property
  void theOldMemberIsRemovedAfterTheLearnerHasStartedAndThenStopped(@ForAll("cases") Case drawn) {
    drawn
        .plan()
        .map(Plan::steps)
        .ifPresent(
            steps -> {
              int retired = first(steps, RetireMember.class);
              if (retired >= 0) {
                assertThat(steps.get(retired + 1)).isEqualTo(new StopMember(ONE));
                assertThat(first(steps, AddLearner.class)).isLessThan(retired);
                assertThat(first(steps, StartMember.class)).isLessThan(retired);
              }
            });
  }

  @Property
  void dataThatWasNotProvenIsNeverStarted(@ForAll("cases") Case drawn) {
    if (drawn.left() == Left.PARTIAL_COPY || drawn.left() == Left.STRANGE_DATA) {
      assertThat(drawn.plan()).isEmpty();
    }
  }

  private static int first(List<Step> steps, Class<? extends Step> kind) {
    for (int index = 0; index < steps.size(); index++) {
      if (kind.isInstance(steps.get(index))) {
        return index;
      }
    }
    return -1;
  }
}
