package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.StepMode;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pause, continue, abort, and Temporal's own Cancel. */
@Timeout(180)
class StoppingTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void anOperationPausesBeforeTheNextStepAndContinues() throws Exception {
    here.faults.hold("add-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("add-learner");
    ask(operation, Verb.PAUSE, "");
    here.faults.release("add-learner");

    OperationState paused = await(operation, Phase.PAUSED);
    assertThat(paused.because()).isEqualTo("paused by bob before step 7");
    assertThat(here.cluster.done()).endsWith("add-learner");

    assertThat(ask(operation, Verb.CONTINUE, "").counted()).isTrue();
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void continueIsRefusedWhileTheOperationIsNotPaused() {
    assertThat(ask(here.asking(), Verb.CONTINUE, "").sentence()).isEqualTo("It is not paused.");
  }

  @Test
  void anAbortCallsOffAStepThatOnlyObserves() throws Exception {
    here.faults.hold("await-in-sync");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("await-in-sync");

    ask(operation, Verb.ABORT, "");

    OperationState last = await(operation, Phase.ABORTED);
    here.faults.release("await-in-sync");
    assertThat(last.because()).contains("Quorate did this to go back: Stop etcd-1");
    assertThat(here.view().learners()).isEmpty();
  }

  @Test
  void anAbortWaitsForAStepThatChangesSomething() throws Exception {
    here.faults.hold("add-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("add-learner");

    ask(operation, Verb.ABORT, "");
    assertThat(state(operation).phase()).isEqualTo(Phase.RUNNING);
    here.faults.release("add-learner");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(here.cluster.done()).endsWith("add-learner", "remove-member");
    assertThat(here.view().learners()).isEmpty();
  }

  /** Comparing the data of large databases takes up to 90 minutes. */
  @Test
  void anAbortEndsALookThatTakesLong() throws Exception {
    here.looks.hold();
    WorkflowStub operation = here.start();
    here.looks.awaitHeld();

    ask(operation, Verb.ABORT, "");

    OperationState last = await(operation, Phase.ABORTED);
    assertThat(here.looks.calledOff.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(last.because()).isEqualTo("Aborted by bob. Nothing was changed.");
  }

  @Test
  void anAbortEndsTheLookOfALaterRound() throws Exception {
    here.faults.fail("promote-learner", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "x"));
    WorkflowStub operation = here.asking();
    here.looks.hold();
    approve(operation, "dana");
    here.looks.awaitHeld();

    ask(operation, Verb.ABORT, "");

    OperationState last = await(operation, Phase.ABORTED);
    assertThat(last.because())
        .startsWith("Aborted by bob.")
        .endsWith("What was done before stays.");
  }

  /** Such a step is a copy. It says what it left half done, and its undo looks and removes that. */
  @Test
  void anAbortCallsOffAChangeThatMayStopHalfWayAndItsUndoFindsOut() throws Exception {
    WorkflowStub operation = heldCopy();

    ask(operation, Verb.ABORT, "");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(here.cluster.done()).doesNotContain("add-learner");
    assertThat(last.because()).doesNotContain("not known", "Nothing was changed");
    assertThat(here.history(operation).getEvents())
        .as("it does not park on the way")
        .filteredOn(HistoryEvent::hasUpsertWorkflowSearchAttributesEventAttributes)
        .noneMatch(event -> event.toString().contains(Phase.PARKED.words()));
  }

  @Test
  void anAbortWithAFailedUndoAsksAPersonToLook() throws Exception {
    WorkflowStub operation = heldCopy();
    here.faults.fail(
        "remove-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "the host is away"));

    ask(operation, Verb.ABORT, "");

    OperationState last = here.end(operation);
    assertThat(last.because())
        .contains("Not taken back: ", "the host is away", "A person has to look.")
        .endsWith(
            " Whether this took effect is not known: Add etcd-1 as a learner at"
                + " http://etcd-1:2380.")
        .doesNotContain("Nothing was changed");
  }

  /** An operation in the middle of a step that an abort calls off although it changes something. */
  private WorkflowStub heldCopy() throws InterruptedException {
    here.looks.written =
        prescription ->
            prescription instanceof RecordedPlan plan
                ? new RecordedPlan(
                    plan.release(),
                    plan.runbook(),
                    plan.options(),
                    plan.title(),
                    plan.digest(),
                    plan.briefing(),
                    plan.steps().stream().map(StoppingTest::calledOffWhenAborted).toList(),
                    plan.body())
                : prescription;
    // Temporal tries nothing again that it was asked to cancel; its server for tests does.
    here.faults.failWhenCalledOff(
        ApplicationFailure.newNonRetryableFailure(
            "the script copy was interrupted", FailureTypes.UNKNOWN));
    here.faults.hold("add-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("add-learner");
    return operation;
  }

  private static RecordedStep calledOffWhenAborted(RecordedStep step) {
    return step.name().equals("add-learner") && step.work() instanceof StepMode.ByActivity work
        ? new RecordedStep(
            step.name(),
            step.sentence(),
            step.material(),
            step.hazard(),
            new StepMode.ByActivity(work.type(), work.attempt(), StepMode.OnAbort.CALL_OFF),
            step.skip(),
            step.undo())
        : step;
  }

  @Test
  void temporalsCancelStopsAtASafePointAndTheStateCanStillBeAskedFor() throws Exception {
    here.faults.hold("add-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("add-learner");

    operation.cancel();
    here.faults.release("add-learner");

    assertThatThrownBy(() -> here.end(operation)).hasCauseInstanceOf(CanceledFailure.class);
    OperationState last = state(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because()).startsWith("Aborted by Temporal's Cancel");
    assertThat(here.view().learners()).isEmpty();
  }

  @Test
  void temporalsCancelEndsAQuestion() {
    WorkflowStub operation = here.asking();

    operation.cancel();

    assertThatThrownBy(() -> here.end(operation)).hasCauseInstanceOf(CanceledFailure.class);
    OperationState last = state(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because()).endsWith("before the approval. Nothing was changed.");
    assertThat(last.openApproval()).isEmpty();
  }

  @Test
  void anAbortEndsAPausedOperation() {
    WorkflowStub operation = here.asking();
    ask(operation, Verb.PAUSE, "");
    approve(operation, "dana");
    await(operation, Phase.PAUSED);

    ask(operation, Verb.ABORT, "");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.ABORTED);
  }

  @Test
  void anAbortThatComesAfterTheLastChangeDoesNotHideThatItIsDone() throws Exception {
    here.faults.hold("promote-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("promote-learner");
    ask(operation, Verb.ABORT, "");
    here.faults.release("promote-learner");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because()).isEqualTo("Aborted by bob. What was done before stays.");
  }
}
