package io.quorate.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.StepMode;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether an approver has to type the cluster's name is recorded with the plan. */
class TypedNameTest {
  private static final String TO_TYPE = "the cluster's name has to be typed";

  @Test
  void aPlanThatCanCostWritesIsRecordedWithTheNameThatHasToBeTyped() {
    Plan plan = plan("repair-corrupt-member", oneDiffers(), ApprovalPolicy.DEFAULT);

    assertThat(plan.hazard()).isEqualTo(Hazard.DESTRUCTIVE);
    assertThat(typed(plan)).containsExactly(Optional.of("payments"));
    assertThat(plan.text()).contains(TO_TYPE);
  }

  @Test
  void aPlanThatCostsNoWriteAsksForNoName() {
    Plan plan = plan("rolling-restart", DrawnCluster.of(3), ApprovalPolicy.DEFAULT);

    assertThat(typed(plan)).containsExactly(Optional.empty());
    assertThat(plan.text()).doesNotContain(TO_TYPE);
  }

  @Test
  void aPlanThatCanCostWritesAsksAnApproverUnderAnyPolicy() {
    ApprovalPolicy nobody =
        new ApprovalPolicy(Map.of(Hazard.DESTRUCTIVE, Requirement.anybody(0)), Duration.ofHours(4));
    Plan plan = plan("repair-corrupt-member", oneDiffers(), nobody);

    assertThat(typed(plan)).containsExactly(Optional.of("payments"));
    assertThat(plan.text()).contains(TO_TYPE, "Ask one approver");
  }

  private static DrawnCluster oneDiffers() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).hash = 7;
    drawn.compared = true;
    drawn.alarms.add(new Alarm(Alarm.Kind.CORRUPT, Optional.empty()));
    return drawn;
  }

  private static Plan plan(String runbook, DrawnCluster drawn, ApprovalPolicy policy) {
    drawn.key = new ClusterKey("payments");
    return (Plan) Runbooks.prescribe(runbook, new Options(Map.of()), drawn.view(), policy);
  }

  private static List<Optional<String>> typed(Plan plan) {
    return new Recording("0.1")
        .plan(plan, DiagnosisTable.diagnose(plan.seen())).steps().stream()
            .map(RecordedStep::work)
            .filter(StepMode.AskPeople.class::isInstance)
            .map(work -> ((StepMode.AskPeople) work).typed())
            .toList();
  }
}
