package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.oneLost;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import io.quorate.workload.WorkloadForm;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operation on a platform whose own controller would start members again. */
@Timeout(180)
class TakeoverTest {
  private static final String TAKEN = "take-over-workloads";
  private static final String BACK = "hand-back-workloads";

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @BeforeEach
  void controller() {
    DrawnCluster drawn = oneLost();
    drawn.control =
        Optional.of(new WorkloadControl("StatefulSet etcd", Holder.PLATFORM, "no gate"));
    here.cluster.become(drawn);
  }

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void takesTheWorkloadsOverBeforeTheFirstChangeAndHandsThemBackAtTheEnd() {
    OperationState last = here.end(here.approved());

    assertThat(last.phase()).as(last.because()).isEqualTo(Phase.COMPLETED);
    assertThat(here.cluster.done())
        .startsWith("save-snapshot", TAKEN, "hold-member")
        .endsWith("verify-cluster", BACK);
    assertPlatformHolds();
  }

  @Test
  void anAbortAfterTheTakeoverHandsTheWorkloadsBack() throws Exception {
    OperationState last = abortedAt(TAKEN);

    assertThat(last.because())
        .isEqualTo(
            "Aborted by bob. Quorate did this to go back: Hand the workloads back to StatefulSet"
                + " etcd (Hand the workloads back to StatefulSet etcd: done).");
    assertThat(here.cluster.done()).containsExactly("save-snapshot", TAKEN, BACK);
    assertPlatformHolds();
  }

  @Test
  void anAbortAfterTheRemovalOfAMemberHandsTheWorkloadsBack() throws Exception {
    OperationState last = abortedAt("remove-member");

    assertThat(last.because()).contains("Quorate did this to go back: Hand the workloads back");
    assertThat(here.cluster.done()).endsWith("remove-member", BACK);
    assertPlatformHolds();
  }

  @Test
  void anAbortHandsBackLastAndAlsoWhereAStepCannotBeTakenBack() throws Exception {
    here.faults.fail(
        "stop-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "the host is away"));

    OperationState last = abortedAt("start-member");

    assertThat(last.because())
        .contains(
            "workloads back to StatefulSet etcd: done). Done before, and not undone: Keep etcd-1"
                + " stopped; ")
        .contains("Not taken back: Stop")
        .endsWith(
            "(the host is away); then, not tried: Remove member etcd-1. A person has to look.");
    assertThat(here.cluster.done()).endsWith("start-member", BACK);
  }

  @Test
  void anAbortTakesStepsBackBeforeItHandsTheWorkloadsBack() throws Exception {
    abortedAt("start-member");

    assertThat(here.cluster.done()).containsSubsequence("start-member", "stop-member", BACK);
    assertThat(here.cluster.done()).endsWith(BACK);
  }

  @Test
  void anApprovalRunsOutBetweenTheTakeoverAndTheFirstChange() throws Exception {
    here.faults.hold(TAKEN);
    WorkflowStub operation = here.approved();
    here.faults.awaitReached(TAKEN);
    ask(operation, Verb.PAUSE, "");
    here.faults.release(TAKEN);
    await(operation, s -> s.phase() == Phase.PAUSED);
    here.pass(Duration.ofHours(1));

    ask(operation, Verb.CONTINUE, "");

    OperationState asked = await(operation, s -> s.round() == 2);
    assertThat(here.cluster.done()).contains(TAKEN, BACK).doesNotContain("hold-member");
    assertThat(asked.approvals().getFirst().state()).isNotEqualTo("approved");
  }

  @Test
  void anAbortSaysThatTheWorkloadsCouldNotBeHandedBack() throws Exception {
    here.faults.fail(BACK, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "forbidden"));

    OperationState last = abortedAt(TAKEN);

    assertThat(last.because())
        .isEqualTo(
            "Aborted by bob. Quorate did nothing to go back. Not taken back: Hand the workloads"
                + " back to StatefulSet etcd (forbidden). A person has to look.");
  }

  @Test
  void anAbortSaysWhatIsUnknownWhereAStepBackMayHaveTakenEffect() throws Exception {
    here.faults.fail(BACK, 1, SimulatedCluster.failure(FailureTypes.UNKNOWN, "no answer"));
    here.faults.fail(BACK, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "forbidden"));

    OperationState last = abortedAt(TAKEN);

    assertThat(last.because())
        .isEqualTo(
            "Aborted by bob. Not taken back: Hand the workloads back to StatefulSet etcd"
                + " (forbidden). A person has to look. Whether this took effect is not known: Hand"
                + " the workloads back to StatefulSet etcd.");
  }

  @Test
  void handsBackBeforePeopleAreAskedAboutAnotherPlan() {
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));

    OperationState asked =
        await(here.approved(), s -> s.round() == 2 && s.openApproval().isPresent());

    assertThat(asked.phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(here.cluster.done()).contains(TAKEN, BACK).doesNotContain("remove-member");
    assertPlatformHolds();
  }

  @Test
  void waitsForAPersonWhereTheNextPlanWouldNotGetTheWorkloads() throws Exception {
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));
    here.faults.hold("hold-member");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("hold-member");
    hinder(Optional.of("Argo CD applies its manifest."));
    here.faults.release("hold-member");

    OperationState parked = await(operation, s -> s.phase() == Phase.PARKED);
    assertThat(parked.because()).contains("Argo CD applies its manifest.");
    assertPlatformHolds();

    hinder(Optional.empty());
    ask(operation, Verb.RETRY, "");
    assertThat(await(operation, s -> s.openApproval().isPresent()).round()).isEqualTo(2);
  }

  /** The refusals of the platform come from one door, and a person answers each. */
  @Test
  void waitsForAPersonWhereTheControllerGotAnotherFormMeanwhile() throws Exception {
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));
    here.faults.hold("hold-member");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("hold-member");
    WorkloadForm unfit =
        new WorkloadForm(
            WorkloadForm.Stage.UNFIT,
            "5d41402abc4b2a76",
            "StatefulSet etcd is OrderedReady.",
            true,
            "Create it again",
            "Create it as it was",
            Optional.empty(),
            List.of());
    here.cluster.befall(
        view -> view.controlledBy(view.control().map(seen -> seen.formed(Optional.of(unfit)))));
    here.faults.release("hold-member");

    OperationState parked = await(operation, s -> s.phase() == Phase.PARKED);
    assertThat(parked.because()).contains("StatefulSet etcd is OrderedReady.");
    assertPlatformHolds();
  }

  private void hinder(Optional<String> why) {
    here.cluster.befall(view -> view.controlledBy(view.control().map(seen -> seen.hindered(why))));
  }

  @Test
  void stopsWhereAPlanIsLeftAndTheWorkloadsCannotBeHandedBack() {
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));
    here.faults.fail(BACK, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "forbidden"));

    OperationState last = here.end(here.approved());

    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because())
        .startsWith("gone: x Not taken back: Hand the workloads back")
        .endsWith("A person has to look.");
  }

  @Test
  void theTakeoverIsTriedAgainWhereItsWorkerDied() {
    here.faults.silence(TAKEN, 1);
    here.faults.silence(BACK, 1);

    assertThat(here.end(here.approved()).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.cluster.done()).containsOnlyOnce(TAKEN, BACK);
    assertPlatformHolds();
  }

  @Test
  void handsBackWhatAnEarlierOperationHadTakenOver() {
    here.cluster.befall(
        view -> view.controlledBy(view.control().map(seen -> seen.heldBy(Holder.QUORATE))));

    assertThat(here.end(here.approved()).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.cluster.done()).doesNotContain(TAKEN).endsWith(BACK);
    assertPlatformHolds();
  }

  /** The state of an operation that a person aborts while it carries out this step. */
  private OperationState abortedAt(String step) throws InterruptedException {
    here.faults.hold(step);
    WorkflowStub operation = here.approved();
    here.faults.awaitReached(step);
    ask(operation, Verb.ABORT, "");
    here.faults.release(step);
    OperationState last = here.end(operation);
    assertThat(last.phase()).as(last.because()).isEqualTo(Phase.ABORTED);
    return last;
  }

  private void assertPlatformHolds() {
    assertThat(here.view().control().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
  }
}
