package io.quorate.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.approval.Electorate;
import io.quorate.cluster.ClusterKey;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.StepOrder;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.operation.WatchReport;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people are told of a cluster that is watched: what two looks in a row have in common. */
class WatchJudgeTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final String RUNBOOK = "minority-replace";
  private static final Map<String, List<String>> OPTIONS = Map.of("member", List.of("etcd-1"));
  private static final String HOLD = "hold-member";

  @Test
  void aMemberThatIsSilentInOneLookVoidsNothing() {
    WatchJudge judge = judge(Optional.empty());

    assertThat(look(judge, twoDown())).isEmpty();
    assertThat(judge.isSuspicious()).as("the next look comes soon").isTrue();
    assertThat(look(judge, oneLost())).isEmpty();
    assertThat(judge.isSuspicious()).isFalse();
    assertThat(look(judge, twoDown())).isEmpty();
  }

  @Test
  void aMemberThatIsSilentInTwoLooksVoidsTheQuestion() {
    WatchJudge judge = judge(Optional.empty());
    look(judge, twoDown());

    Optional<WatchReport> report = look(judge, twoDown());

    assertThat(report.orElseThrow().sentence()).startsWith("The world changed: ");
  }

  @Test
  void aQuestionWhoseApproverIsTakenOutIsVoidAndSaysWhoCanStillAnswer() {
    WatchJudge judge = judge(Optional.empty());
    Electorate left = new Electorate(Map.of("robin", Set.of("oncall")));
    ApprovalPolicy policy = ApprovalPolicy.DEFAULT.among(left).askedBy(new Asker("Robin", false));
    Prescription now = Runbooks.prescribe(RUNBOOK, new Options(OPTIONS), oneLost(), policy);
    judge.judge(oneLost(), now);

    WatchReport report = judge.judge(oneLost(), now).orElseThrow();

    assertThat(report.sentence())
        .contains("1 approval is needed, and nobody can give one, because Robin asked.");
  }

  @Test
  void aClusterThatStaysAsItIsIsNoNews() {
    WatchJudge judge = judge(Optional.empty());

    for (int looks = 0; looks < 5; looks++) {
      assertThat(look(judge, oneLost())).isEmpty();
      assertThat(judge.isSuspicious()).isFalse();
    }
  }

  @Test
  void aCauseIsGoneWhenTwoLooksSaySo() {
    WatchJudge judge = judge(Optional.of(Cause.THERE));
    look(judge, twoDown());

    assertThat(look(judge, oneLost())).isEmpty();
    WatchReport report = look(judge, oneLost()).orElseThrow();

    assertThat(report.sentence()).startsWith("What stopped it seems to be gone: ");
    assertThat(report.cause()).hasValue(Cause.GONE);
  }

  @Test
  void aCauseThatNoLookHasSeenIsNeverCalledGone() {
    WatchJudge judge = judge(Optional.of(Cause.THERE));

    for (int looks = 0; looks < 5; looks++) {
      assertThat(look(judge, oneLost())).isEmpty();
    }
  }

  @Test
  void aCauseThatWasGoneIsBackWhenTwoLooksSaySo() {
    WatchJudge judge = judge(Optional.of(Cause.GONE));
    look(judge, twoDown());

    WatchReport report = look(judge, twoDown()).orElseThrow();

    assertThat(report.sentence()).endsWith("is in the way again.");
    assertThat(report.cause()).hasValue(Cause.THERE);
  }

  private static WatchJudge judge(Optional<Cause> parked) {
    ClusterView seen = oneLost();
    Assessment assessment =
        new Recording("1.0")
            .assessment(
                prescribed(seen),
                seen,
                ApprovalPolicy.DEFAULT,
                Assessment.Channel.CONFIGURED,
                seen.at());
    RecordedPlan plan = (RecordedPlan) assessment.prescription();
    int hold = plan.steps().stream().map(step -> step.name()).toList().indexOf(HOLD);
    StepOrder step =
        new StepOrder(
            "main.0a1b2c3d",
            MAIN,
            plan.release(),
            plan.digest(),
            plan.body(),
            plan.steps().get(hold).sentence(),
            hold,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    AssessmentOrder asked =
        new AssessmentOrder(
            MAIN, RUNBOOK, OPTIONS, Opaque.NOTHING, DatedMemory.NONE, "alice", Optional.empty());
    return new WatchJudge(new WatchOrder(asked, step, parked.map(Parked::new)), "1.0");
  }

  private static Optional<WatchReport> look(WatchJudge judge, ClusterView view) {
    return judge.judge(view, prescribed(view));
  }

  private static Prescription prescribed(ClusterView view) {
    return Runbooks.prescribe(RUNBOOK, new Options(OPTIONS), view, ApprovalPolicy.DEFAULT);
  }

  private static ClusterView oneLost() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    return drawn.view();
  }

  private static ClusterView twoDown() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.member(2).stopped();
    return drawn.view();
  }
}
