package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Limits;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Too few members can come back: they are waited for, where everybody can see and end it. */
@Timeout(180)
class WaitOpenlyTest {
  private static final String SAVE = "save-from-survivor";
  private static final String WAIT = "await-return";

  private final SimulatedQuorate here = SimulatedQuorate.withoutQuorum();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theWaitIsShownAndContinueEndsIt() throws InterruptedException {
    here.faults.hold(WAIT);
    WorkflowStub operation = here.recovering();
    here.faults.awaitReached(WAIT);
    assertWaits(state(operation));

    assertThat(ask(operation, Verb.CONTINUE, "the hosts burnt").sentence())
        .isEqualTo("It waits no longer.");

    OperationState last = here.end(operation);
    assertThat(step(last).progress()).isEqualTo(Progress.DONE);
    assertThat(step(last).evidence()).hasValue("ended by bob: the hosts burnt");
    assertThat(last.phase()).as(last.toString()).isEqualTo(Phase.STOPPED);
    assertThat(last.because()).startsWith("Nothing is restored while etcd-1 may still run");
  }

  @Test
  void theRunbookIsAskedAnewOnceEnoughMembersAreThere() throws InterruptedException {
    here.faults.hold(WAIT);
    WorkflowStub operation = here.recovering();
    here.faults.awaitReached(WAIT);

    here.cluster.become(DrawnCluster.of(3));
    here.faults.release(WAIT);

    OperationState last = here.end(operation);
    assertThat(here.cluster.done()).containsExactly(SAVE, WAIT);
    assertThat(step(last).progress()).isEqualTo(Progress.DONE);
    assertThat(last.phase()).as(last.toString()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void anAbortEndsTheWait() throws InterruptedException {
    here.faults.hold(WAIT);
    WorkflowStub operation = here.recovering();
    here.faults.awaitReached(WAIT);

    ask(operation, Verb.ABORT, "not today");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because()).startsWith("Aborted by bob: not today.");
    assertThat(here.cluster.done()).containsExactly(SAVE);
  }

  @Test
  void whileItIsParkedContinueIsNotCountedAndARetryWaitsAgain() throws InterruptedException {
    WorkflowStub operation = parked();
    assertThat(state(operation).waitingOn()).hasValue("retry or abort");

    var answer = ask(operation, Verb.CONTINUE, "enough");
    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).isEqualTo("It is parked, not paused. Ask for: retry, abort.");

    here.faults.hold(WAIT);
    assertThat(ask(operation, Verb.RETRY, "").counted()).isTrue();
    here.faults.awaitReached(WAIT);
    assertWaits(state(operation));

    ask(operation, Verb.CONTINUE, "enough");
    assertThat(step(here.end(operation)).evidence()).hasValue("ended by bob: enough");
  }

  @Test
  void aParkedWaitStaysParkedInANewRun() throws InterruptedException {
    here.looks.limits = withEvents(30);
    WorkflowStub first = parked();
    WorkflowStub operation = here.operation();
    OperationState before = state(operation);
    for (int time = 0; time < 15; time++) {
      ask(operation, Verb.PAUSE, "a reason");
    }
    ask(operation, Verb.CONTINUE, "");

    OperationState parked = state(operation);
    assertThat(runOf(operation)).isNotEqualTo(first.getExecution().getRunId());
    assertThat(parked.phase()).isEqualTo(Phase.PARKED);
    assertThat(parked.since()).isEqualTo(before.since());
    assertThat(parked.choices()).extracting(Choice::verb).containsExactly("retry", "abort");
    assertThat(ask(operation, Verb.CONTINUE, "enough").counted()).isFalse();

    here.faults.hold(WAIT);
    assertThat(ask(operation, Verb.RETRY, "").counted()).isTrue();
    here.faults.awaitReached(WAIT);
    assertWaits(state(operation));
  }

  @Test
  void afterThirtyDaysPeopleAreAskedAndARetryWaitsAsLongAgain() throws InterruptedException {
    here.faults.fail(WAIT, 400, lookingAgainAfter(Duration.ofHours(7)));
    WorkflowStub operation = here.recovering();
    await(operation, state -> state.waitingOn().isPresent());
    here.pass(Duration.ofDays(29));
    assertWaits(state(operation));

    here.pass(Duration.ofDays(2));
    OperationState parked = await(operation, Phase.PARKED);
    assertThat(parked.because()).endsWith("continue ends the wait: waited for 30 days");

    ask(operation, Verb.RETRY, "");
    await(operation, state -> state.phase() == Phase.RUNNING);
    here.pass(Duration.ofDays(29));
    assertWaits(state(operation));
  }

  private static ApplicationFailure lookingAgainAfter(Duration pause) {
    return ApplicationFailure.newBuilder()
        .setMessage("nobody agrees on a cluster id")
        .setType(FailureTypes.NOT_YET)
        .setNextRetryDelay(pause)
        .build();
  }

  private WorkflowStub parked() {
    here.faults.fail(WAIT, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look at the host"));
    WorkflowStub operation = here.recovering();
    await(here.operation(), Phase.PARKED);
    return operation;
  }

  private static void assertWaits(OperationState state) {
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
    assertThat(state.because())
        .contains("Wait until 2 of 3 voters can run with their data (missing: etcd-1 and etcd-2)");
    assertThat(state.waitingOn()).hasValue("continue");
    assertThat(step(state).progress()).isEqualTo(Progress.RUNNING);
  }

  private static StepState step(OperationState state) {
    return state.steps().stream().filter(step -> step.name().equals(WAIT)).findFirst().get();
  }

  private static String runOf(WorkflowStub operation) {
    return operation.describe().getExecution().getRunId();
  }

  private static Limits withEvents(int events) {
    Limits usual = Limits.STANDARD;
    return new Limits(
        usual.rounds(),
        usual.questions(),
        usual.settling(),
        usual.settlingAgain(),
        usual.yesIsGoodFor(),
        usual.expireAfter(),
        usual.reports(),
        events,
        usual.report());
  }
}
