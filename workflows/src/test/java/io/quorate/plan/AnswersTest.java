package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.view.AddedIds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What runbooks answer and steps report, as the rest of the product goes by it. */
class AnswersTest {
  private static final MemberName LOST = new MemberName("etcd-2");

  /** Scripts read these names in JSON, and alerts are written on the metric that carries them. */
  @Test
  void everyAnswerOfARunbookIsKnownByAStableName() {
    assertThat(answer("etcd-2", drawn -> drawn.member(2).gone()).name()).isEqualTo("plan");
    assertThat(answer("", drawn -> {}).name()).isEqualTo("nothing-to-do");
    assertThat(answer("etcd-1", drawn -> {}).name()).isEqualTo("refusal");
    assertThat(answer("etcd-2", AnswersTest::goneJustNow).name()).isEqualTo("not-yet");
  }

  /** etcd chooses the id of a member while the plan runs, and the undo removes it by that id. */
  @Test
  void theStepsAfterAnAdditionKnowTheIdThatTheAdditionFoundOut() {
    Plan undo = plan().withSteps(List.of(new RemoveMember(LOST, AddLearner.NOT_YET_KNOWN)));
    MemberId chosen = new MemberId(0xb002);

    StepResult fresh = StepResult.done("etcd-2 was added").adding(LOST, chosen);
    StepResult repeated = StepResult.alreadyDone("etcd-2 is listed").adding(LOST, chosen);

    for (StepResult result : List.of(fresh, repeated)) {
      assertThat(undo.step(0, AddedIds.NONE.plus(result.added())))
          .isEqualTo(new RemoveMember(LOST, chosen));
    }
    assertThat(fresh.outcome()).isEqualTo(StepResult.Outcome.DONE);
    assertThat(repeated.outcome()).isEqualTo(StepResult.Outcome.ALREADY_DONE);
    assertThat(repeated.evidence()).isEqualTo("etcd-2 is listed");
  }

  private static void goneJustNow(DrawnCluster drawn) {
    drawn.member(2).gone();
    drawn.member(2).silentFor = Duration.ofSeconds(1);
  }

  private static Plan plan() {
    return (Plan) answer("etcd-2", drawn -> drawn.member(2).gone());
  }

  private static Prescription answer(String member, Consumer<DrawnCluster> change) {
    DrawnCluster drawn = DrawnCluster.of(3);
    change.accept(drawn);
    Options options = new Options(member.isEmpty() ? Map.of() : Map.of("member", List.of(member)));
    return Runbooks.prescribe("minority-replace", options, drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
