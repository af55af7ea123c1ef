package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Decision;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Question;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.StepMode;
import io.temporal.client.WorkflowStub;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A plan whose approvers have to type the cluster's name. Whether they have to is read from the
 * plan as recorded, and not judged anew.
 */
@Timeout(180)
class NameToTypeTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aYesWithoutTheTypedNameDoesNotCountAndIsKept() {
    here.looks.written = NameToTypeTest::wantingTheName;
    WorkflowStub operation = here.asking();
    Decision yes = decision("dana", Kind.APPROVE, digest(operation), "");

    DecisionAnswer without = decide(operation, yes, Optional.empty());
    DecisionAnswer wrong = decide(operation, typing("mian", yes), Optional.empty());

    assertThat(without.sentence()).isEqualTo(Question.TYPE_THE_NAME);
    assertThat(wrong.sentence()).endsWith("You typed mian, which is not the name of the cluster.");
    assertThat(state(operation).openApproval().orElseThrow().refused()).hasSize(2);
    assertThat(state(operation).openApproval().orElseThrow().question().typed()).contains("main");
    assertThat(here.cluster.done()).doesNotContain("hold-member", "remove-member");
    assertThat(decide(operation, typing("main", yes), Optional.empty()).counted()).isTrue();
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  /**
   * A yes that no worker took up comes as a signal; it carries what was typed as an update does.
   */
  @Test
  void aSignalWithTheTypedNameCountsAndASignalWithoutIsRefused() {
    here.looks.written = NameToTypeTest::wantingTheName;
    WorkflowStub operation = here.asking();
    Decision yes = decision("dana", Kind.APPROVE, digest(operation), "");

    operation.signal(OperationNames.DECIDED, "click-1", yes);
    operation.signal(OperationNames.DECIDED, "click-2", typing("main", yes));

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(last.approvals().get(0).refused())
        .singleElement()
        .satisfies(refused -> assertThat(refused.because()).isEqualTo(Question.TYPE_THE_NAME));
    assertThat(last.approvals().get(0).decisions().get(0).typed()).contains("main");
  }

  private static RecordedPrescription wantingTheName(RecordedPrescription prescription) {
    return prescription instanceof RecordedPlan plan ? wantingTheName(plan) : prescription;
  }

  private static RecordedPlan wantingTheName(RecordedPlan plan) {
    return new RecordedPlan(
        plan.release(),
        plan.runbook(),
        plan.options(),
        plan.title(),
        plan.digest(),
        plan.briefing(),
        plan.steps().stream().map(NameToTypeTest::wantingTheName).toList(),
        plan.body());
  }

  private static RecordedStep wantingTheName(RecordedStep step) {
    return step.work() instanceof StepMode.AskPeople ask
        ? new RecordedStep(
            step.name(),
            step.sentence(),
            step.material(),
            step.hazard(),
            new StepMode.AskPeople(ask.approvals(), ask.group(), Optional.of("main"), ask.terms()),
            step.skip(),
            step.undo())
        : step;
  }

  private static Decision typing(String name, Decision decision) {
    return new Decision(
        decision.digest(),
        decision.by(),
        decision.groups(),
        decision.door(),
        decision.kind(),
        decision.reason(),
        decision.at(),
        Optional.of(name),
        Optional.empty(),
        Optional.empty());
  }
}
