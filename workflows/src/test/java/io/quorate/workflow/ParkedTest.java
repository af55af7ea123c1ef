package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.BackupNames;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.StepState;
import io.quorate.step.IsolatedRuns.SalvageMember;
import io.quorate.step.Reason;
import io.quorate.step.Snapshots.SaveFromSurvivor;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.step.Step;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A step fails, and people are asked. */
@Timeout(180)
class ParkedTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void transientFailuresAreRetriedWithinTheBudgetWithoutAQuestion() {
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
  void aParkedOperationHasTheCodeOfTheReasonAndWhatToDo() {
    Reason reason = new Reason("port-in-use", "its port is in use", List.of("Free port 2380."));
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, reason));

    OperationState parked = await(here.approved(), Phase.PARKED);

    assertThat(parked.because()).endsWith(": its port is in use");
    assertThat(parked.reason()).hasValue(reason);
  }

  @Test
  void workersThatFallSilentTwentyTimesAreToldOf() {
    here.faults.silence("start-member", 25);
    WorkflowStub operation = here.approved();

    assertThat(passUntilParked(operation).because())
        .endsWith("the workers of 20 attempts fell silent");
    assertThat(here.cluster.done()).doesNotContain("start-member");
  }

  @Test
  void aLookThatFailsForGoodParksAnOperationThatHasChangedSomething() {
    here.faults.fail("promote-learner", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "x"));
    WorkflowStub operation = here.asking();
    here.looks.blind = true;
    approve(operation, "dana");

    OperationState parked = await(operation, Phase.PARKED);
    assertThat(parked.because())
        .startsWith("The cluster could not be looked at")
        .contains("no such cluster");
    assertThat(parked.choices()).extracting(Choice::verb).containsExactly("retry", "abort");

    here.looks.blind = false;
    ask(operation, Verb.RETRY, "");
    await(operation, state -> state.round() == 2 && state.openApproval().isPresent());
    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aLookThatFailsForGoodEndsAnOperationThatHasChangedNothing() {
    here.looks.blind = true;

    OperationState last = here.end(here.start());

    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because())
        .contains("could not be looked at", "no such cluster")
        .endsWith("Nothing was changed.");
  }

  @Test
  void aScheduledOperationEndsInsteadOfParkingBeforeTheFirstChange() {
    here.faults.fail(
        "save-snapshot", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "no room left"));

    OperationState last = here.end(here.start(BackupNames.REQUESTER));

    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because())
        .startsWith("stopped at step 1 of 10, Save a snapshot")
        .endsWith(": no room left. Nothing was changed.");
    assertThat(last.steps().getFirst().progress()).isEqualTo(StepState.Progress.FAILED);
  }

  /** A drill is the same: it only looks, and a recovery must not wait for whoever started it. */
  @Test
  void aBackupEndsInsteadOfParking() {
    here.cluster.become(DrawnCluster.of(3));
    here.faults.fail(
        "save-snapshot", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "no room left"));

    OperationState last =
        here.end(
            here.startWith(
                "Backup",
                new OperationRequest(
                    SimulatedQuorate.MAIN, "backup", Map.of(), "alice", "main: save a snapshot")));

    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because()).endsWith("no room left. Nothing was changed.");
  }

  @Test
  void aScheduledOperationParksAfterTheFirstChange() {
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub operation = here.start(BackupNames.REQUESTER);
    await(operation, Phase.WAITING_FOR_APPROVAL);
    approve(operation, "dana");

    await(operation, Phase.PARKED);
  }

  @Test
  void aParkedOperationTellsWhenTheCauseDisappearsAndReturns() throws Exception {
    DrawnCluster oneMoreDown = SimulatedQuorate.oneLost();
    oneMoreDown.member(2).stopped();
    here.faults.hold("hold-member");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("hold-member");
    here.cluster.become(oneMoreDown);
    here.faults.release("hold-member");
    OperationState parked = passUntilParked(operation);
    assertThat(parked.notices()).noneMatch(notice -> notice.startsWith("What stopped it"));
    here.pass(Duration.ofMinutes(2));

    here.cluster.become(SimulatedQuorate.oneLost());
    passUntilNoticed(
        operation,
        "What stopped it seems to be gone: the step could be carried out now; retry goes on.");
    here.cluster.become(oneMoreDown);
    passUntilNoticed(operation, "What stopped it, or something else, is in the way again.");
    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.PARKED);

    here.cluster.become(SimulatedQuorate.oneLost());
    ask(operation, Verb.ABORT, "");
    assertThat(here.end(operation).notices()).noneMatch(one -> one.startsWith("What stopped it"));
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
        .startsWith("Aborted by bob: wrong host. Quorate did this to go back: Stop etcd-1")
        .contains("Remove member etcd-1 (b001)");
    assertThat(here.view().learners()).isEmpty();
    assertThat(here.cluster.done()).endsWith("stop-member", "remove-member");
  }

  /** Who takes a learner away throws away what it has received. */
  @Test
  void anAbortThatIsOfferedSaysHowFarTheLearnerIs() {
    String far = "etcd-1 has 1,200 of 1,536 MiB, 40 entries behind";
    here.faults.fail(
        "await-in-sync",
        1,
        SimulatedCluster.failure(FailureTypes.REFUSED, far + ", no progress for 3 min. Its log"));
    OperationState parked = await(here.approved(), Phase.PARKED);

    assertThat(parked.because()).contains(far);
    assertThat(parked.choices())
        .filteredOn(choice -> choice.verb().equals("abort"))
        .extracting(Choice::sentence)
        .containsExactly(
            "take back what can be taken back (the learner is removed, and what it has received"
                + " is of no use any more) and end");
  }

  /** An abort takes nothing back once a step that cannot be undone is done. */
  @Test
  void anAbortThatIsOfferedPromisesNothingBehindAStepThatCannotBeTakenBack() {
    here.faults.fail("verify-cluster", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "odd"));
    WorkflowStub operation = here.approved();
    OperationState parked = await(operation, Phase.PARKED);

    assertThat(parked.choices())
        .filteredOn(choice -> choice.verb().equals("abort"))
        .extracting(Choice::sentence)
        .containsExactly("end here; what is done stays");
    ask(operation, Verb.ABORT, "");
    assertThat(here.end(operation).because()).doesNotContain("to go back");
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
  void anAbortAfterALostAnswerSaysThatNobodyKnows() {
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.UNKNOWN, "no answer"));
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub operation = here.approved();
    await(operation, Phase.PARKED);

    ask(operation, Verb.ABORT, "");

    assertThat(here.end(operation).because())
        .startsWith("Aborted by bob. ")
        .contains("Whether this took effect is not known: ")
        .doesNotContain("Nothing was changed");
  }

  @Test
  void anUnknownOutcomeWithoutALookParksTheOperation() {
    WorkflowStub operation = here.asking();
    here.looks.blind = true;
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.UNKNOWN, "no answer"));
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));

    approve(operation, "dana");

    OperationState parked = await(operation, Phase.PARKED);
    assertThat(parked.because()).startsWith("The cluster could not be looked at");
  }

  @Test
  void aLostAnswerIsForgottenOnceARetryFindsTheStepDone() {
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.UNKNOWN, "no answer"));
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub operation = here.approved();
    await(operation, Phase.PARKED);
    ask(operation, Verb.RETRY, "");
    await(operation, s -> s.phase() == Phase.PARKED && here.cluster.done().contains("hold-member"));

    ask(operation, Verb.ABORT, "");

    assertThat(here.end(operation).because()).doesNotContain("not known");
  }

  @Test
  void aStepThatMustNotBeSkippedIsNotSkipped() {
    WorkflowStub operation = parkedAt("start-member");

    Request.Answer answer = ask(operation, Verb.SKIP, "I am in a hurry");

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence())
        .startsWith("This step must not be skipped, what comes after it builds on it.")
        .contains("stopped at step 7 of 10, Start etcd-1")
        .endsWith("Ask for: retry, abort.");
    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.PARKED);
  }

  @Test
  void onlyACopyOfDataAndTheReturnOfAVoterMayBeSkipped() {
    assertThat(Step.kinds())
        .filteredOn(
            kind ->
                Arrays.stream(kind.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals("maySkip")))
        .containsExactlyInAnyOrder(
            SaveSnapshot.class, SaveFromSurvivor.class, SalvageMember.class, ReturnMember.class);
  }

  @Test
  void theQuestionAndTheEndNameASkippedSnapshot() {
    WorkflowStub operation = parkedAtTheSnapshot();
    OperationState parked = SimulatedQuorate.state(operation);
    assertThat(parked.choices()).extracting(Choice::verb).contains("retry", "skip", "abort");
    assertThat(parked.waitingOn()).hasValue("retry, skip or abort");

    assertThat(ask(operation, Verb.SKIP, "the disk is full").counted()).isTrue();

    String missing =
        "Round 1 without: Save a snapshot from etcd-2 and verify it, skipped by bob: the disk is"
            + " full.";
    OperationState asking = await(operation, Phase.WAITING_FOR_APPROVAL);
    assertThat(asking.briefing().orElseThrow().warnings()).contains(missing);
    assertThat(asking.steps().get(0).progress()).isEqualTo(StepState.Progress.SKIPPED);
    assertThat(asking.steps().get(0).evidence()).hasValue("skipped by bob: the disk is full");

    approve(operation, "dana");
    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(last.because()).endsWith(missing);
    assertThat(last.notices()).contains(missing);
    assertThat(here.cluster.done()).doesNotContain("save-snapshot").contains("promote-learner");
  }

  @Test
  void nothingIsSkippedWithoutAReason() {
    WorkflowStub operation = parkedAtTheSnapshot();

    Request.Answer answer = ask(operation, Verb.SKIP, " ");

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).isEqualTo("A step is skipped only with a reason.");
    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.PARKED);
  }

  @Test
  void nothingIsSkippedWhileNothingIsParked() {
    Request.Answer answer = ask(here.asking(), Verb.SKIP, "I am in a hurry");

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence())
        .startsWith("It cannot skip now: only a parked operation waits for that.")
        .contains("waiting-for-approval");
  }

  @Test
  void aSnapshotThatWasSkippedIsTriedAgainInTheNextRound() {
    WorkflowStub operation = parkedAtTheSnapshot();
    ask(operation, Verb.SKIP, "the disk is full");
    here.faults.fail(
        "hold-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "somebody was here"));
    await(operation, Phase.WAITING_FOR_APPROVAL);
    approve(operation, "dana");

    OperationState second =
        await(operation, state -> state.round() == 2 && state.openApproval().isPresent());
    assertThat(second.steps().get(0).progress()).isEqualTo(StepState.Progress.DONE);
    assertThat(second.briefing().orElseThrow().warnings()).noneMatch(w -> w.contains("without"));
    assertThat(second.notices()).anyMatch(notice -> notice.startsWith("Round 1 without: Save"));
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

  private WorkflowStub parkedAtTheSnapshot() {
    here.faults.fail(
        "save-snapshot", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "no room left"));
    WorkflowStub operation = here.start();
    await(operation, Phase.PARKED);
    return operation;
  }

  private WorkflowStub parkedAt(String step) {
    here.faults.fail(
        step, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "somebody has to look"));
    WorkflowStub operation = here.approved();
    await(operation, Phase.PARKED);
    return operation;
  }

  private OperationState passUntilParked(WorkflowStub operation) {
    OperationState state = SimulatedQuorate.state(operation);
    for (int times = 0; times < 200 && state.phase() != Phase.PARKED; times++) {
      here.pass(Duration.ofSeconds(10));
      state = SimulatedQuorate.state(operation);
    }
    assertThat(state.phase()).as(state.because()).isEqualTo(Phase.PARKED);
    return state;
  }

  private void passUntilNoticed(WorkflowStub operation, String notice) {
    for (int times = 0; times < 50; times++) {
      if (SimulatedQuorate.state(operation).notices().contains(notice)) {
        return;
      }
      here.pass(Duration.ofSeconds(10));
    }
    throw new AssertionError(notice + " was not said; " + SimulatedQuorate.state(operation));
  }
}
