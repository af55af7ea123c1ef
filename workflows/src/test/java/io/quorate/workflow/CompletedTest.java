package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState.Progress;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operation is for. */
@Timeout(180)
class CompletedTest {
  private static final String[] EFFECTS = {
    "save-snapshot",
    "hold-member",
    "remove-member",
    "set-data-aside",
    "add-learner",
    "start-member",
    "await-in-sync",
    "promote-learner",
    "verify-cluster"
  };

  @Test
  void aPlanIsCarriedOutAfterAYesUntilTheRunbookHasNothingLeftToDo() {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      WorkflowStub operation = here.approved();

      OperationState last = here.end(operation);

      assertThat(last.phase()).as(last.toString()).isEqualTo(Phase.COMPLETED);
      assertThat(last.because()).startsWith("etcd-1 is replaced.");
      assertThat(here.cluster.done()).containsExactly(EFFECTS);
      assertThat(DiagnosisTable.diagnose(here.view())).isInstanceOf(Diagnosis.Whole.class);
      assertThat(last.steps()).allMatch(step -> step.progress() == Progress.DONE);
    }
  }

  @Test
  void nothingThatChangesTheClusterRunsBeforeTheYes() {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      WorkflowStub operation = here.asking();

      here.pass(Duration.ofMinutes(30));

      assertThat(here.cluster.done()).containsExactly("save-snapshot");
      assertThat(state(operation).phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    }
  }

  @Test
  void theQuestionNamesTheSnapshotThatThePlanItselfSaved() {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      OperationState asking = state(here.asking());

      assertThat(asking.briefing().orElseThrow().snapshotLine())
          .isEqualTo(
              "Snapshot saved by step 1 of this plan:"
                  + " Save a snapshot from etcd-2 and verify it: done.");
    }
  }

  @Test
  void aWorkerThatForgetsEverythingBetweenTwoTasksComesToTheSameEnd() {
    try (SimulatedQuorate here = SimulatedQuorate.withForgetfulWorker()) {
      WorkflowStub operation = here.asking();
      approve(operation, "dana");

      assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
      assertThat(here.cluster.done()).containsExactly(EFFECTS);
    }
  }

  @Test
  void theStateOfAClosedOperationCanStillBeAskedFor() {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      WorkflowStub operation = here.approved();
      OperationState last = here.end(operation);

      assertThat(state(operation)).isEqualTo(last);
    }
  }
}
