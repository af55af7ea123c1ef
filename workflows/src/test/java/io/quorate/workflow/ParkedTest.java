package io.quorate.workflow;

import static io.quorate.workflow.Installation.ask;
import static io.quorate.workflow.Installation.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.workflow.OperationState.Choice;
import io.quorate.workflow.Request.Verb;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A step fails, and people are asked. */
@Timeout(60)
class ParkedTest {
  private final Installation here = Installation.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void whatPassesIsTriedAgainWithinTheBudgetAndNobodyIsAsked() {
    here.faults.fail("add-learner", 5, SimulatedCluster.failure(FailureTypes.TRANSIENT, "busy"));
    here.faults.fail("start-member", 2, SimulatedCluster.failure(FailureTypes.NOT_YET, "no list"));

    OperationState last = here.end(here.approved());

    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(last.round()).isEqualTo(1);
  }

  @Test
  void aSpentBudgetParksWithWhatHappened() {
    here.faults.fail("start-member", 5, SimulatedCluster.failure(FailureTypes.TRANSIENT, "port"));
    WorkflowStub operation = here.approved();
    here.pass(Duration.ofMinutes(2));

    OperationState parked = await(operation, Phase.PARKED);

    assertThat(parked.because())
        .startsWith("stopped at step 7 of 10, Start etcd-1")
        .endsWith(": port");
    assertThat(parked.choices()).extracting(Choice::verb).containsExactly("retry", "abort");
    assertThat(parked.waitingOn()).hasValue("retry or abort");
  }

  @Test
  void workersThatFallSilentAreNoReasonToAskAnybody() {
    here.faults.silence("start-member", 6);

    OperationState last = here.end(here.approved());

    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.cluster.done()).containsOnlyOnce("start-member");
  }

  @Test
  void aRetryGoesOnAtTheSameStep() {
    WorkflowStub operation = parkedAt("start-member");

    assertThat(ask(operation, Verb.RETRY, "").counted()).isTrue();

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.cluster.done()).containsOnlyOnce("add-learner", "start-member");
  }

  @Test
  void anAbortTakesBackTheLearner() {
    WorkflowStub operation = parkedAt("await-in-sync");

    ask(operation, Verb.ABORT, "wrong host");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because())
        .startsWith("Aborted by bob: wrong host. Taken back: Stop etcd-1")
        .contains("Remove member etcd-1 (b001)");
    assertThat(here.view().learners()).isEmpty();
    assertThat(here.cluster.done()).endsWith("stop-member", "remove-member");
  }

  @Test
  void anAbortThatCannotTakeBackSaysSo() {
    WorkflowStub operation = parkedAt("await-in-sync");
    here.faults.fail("stop-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "not ours"));

    ask(operation, Verb.ABORT, "");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because()).contains("Not taken back: Stop etcd-1", "not ours", "has to look");
  }

  @Test
  void anAbortAtTheFirstStepSaysThatNothingWasChanged() {
    WorkflowStub operation = parkedAt("hold-member");

    ask(operation, Verb.ABORT, "");

    assertThat(here.end(operation).because()).isEqualTo("Aborted by bob. Nothing was changed.");
  }

  @Test
  void aStepThatMustNotBeSkippedIsNotSkipped() {
    WorkflowStub operation = parkedAt("start-member");

    Request.Answer answer = ask(operation, Verb.SKIP, "I am in a hurry");

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).startsWith("It cannot skip now: it is parked");
    assertThat(Installation.state(operation).phase()).isEqualTo(Phase.PARKED);
  }

  @Test
  void aRetryOfTheFirstChangeOnAnOldYesAsksAnew() {
    WorkflowStub operation = parkedAt("hold-member");
    here.pass(Duration.ofMinutes(16));

    ask(operation, Verb.RETRY, "");

    OperationState asked = await(operation, Phase.WAITING_FOR_APPROVAL);
    assertThat(asked.round()).isEqualTo(2);
    assertThat(here.cluster.done()).containsOnly("save-snapshot");
  }

  private WorkflowStub parkedAt(String step) {
    here.faults.fail(
        step, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "somebody has to look"));
    WorkflowStub operation = here.approved();
    await(operation, Phase.PARKED);
    return operation;
  }
}
