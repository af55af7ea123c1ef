package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.CanceledFailure;
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
  void itPausesBeforeItsNextStepAndContinues() throws Exception {
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
  void toContinueWhatIsNotPausedIsRefused() {
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
    assertThat(last.because()).contains("Taken back: Stop etcd-1");
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
  void anAbortOfWhatIsPausedEndsIt() {
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
