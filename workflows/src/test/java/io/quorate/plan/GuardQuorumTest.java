package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.VotingStatus;
import io.quorate.drawing.DrawnCluster;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Joins.PromoteLearner;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.step.Verdicts;
import io.quorate.view.AddedIds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guard's own arithmetic, under plans that no runbook would make. */
class GuardQuorumTest {
  @Test
  void aPromotionThatNeedsTheNewcomerAtOnceIsRefused() {
    DrawnCluster drawn = DrawnCluster.of(4);
    drawn.member(1).gone();
    drawn.member(3).status = VotingStatus.LEARNER;
    assertThat(Verdicts.code(judge(drawn, new PromoteLearner(drawn.member(3).name))))
        .isEqualTo("quorum-would-be-lost");
  }

  @Test
  void fromOneVoterThereIsNoWayButByTwo() {
    DrawnCluster drawn = DrawnCluster.of(2);
    drawn.member(1).status = VotingStatus.LEARNER;
    assertThat(judge(drawn, new PromoteLearner(drawn.member(1).name))).isEqualTo(Verdict.PROCEED);
    drawn.member(1).gone();
    assertThat(judge(drawn, new PromoteLearner(drawn.member(1).name)))
        .isNotEqualTo(Verdict.PROCEED);
  }

  @Test
  void nothingIsChangedWithoutQuorumEvenWhereThePlanDidNotCountOnIt() {
    DrawnCluster drawn = DrawnCluster.of(2);
    drawn.member(1).gone();
    drawn.member(0).followsNobody = true;
    assertThat(Verdicts.code(judge(drawn, new HoldMember(drawn.member(1).name))))
        .isEqualTo("quorum-lost-now");
  }

  @Test
  void aLostMemberThatAnswersAgainHasThePlanMadeAnew() {
    DrawnCluster lost = DrawnCluster.of(3);
    lost.member(1).gone();
    Plan plan =
        new Plan(
            "by-hand",
            Map.of(),
            "By hand",
            lost.view(),
            List.of(new HoldMember(lost.member(1).name)),
            List.of(),
            "");
    DrawnCluster back = DrawnCluster.of(3);
    assertThat(Verdicts.code(Guard.judge(plan, 0, AddedIds.NONE, back.view())))
        .isEqualTo("member-answers-again");
  }

  private static Verdict judge(DrawnCluster drawn, Step step) {
    Plan plan =
        new Plan("by-hand", Map.of(), "By hand", drawn.view(), List.of(step), List.of(), "");
    return Guard.judge(plan, 0, AddedIds.NONE, drawn.view());
  }
}
