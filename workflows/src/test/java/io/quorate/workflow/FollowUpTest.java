package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.MAIN;
import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.FollowUpNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.RecordedPrescription.NothingToDo;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The operation that follows another operation, such as the drill after a restore, runs on its own.
 * The worker keeps nothing in memory, as if it died after each task.
 */
@Timeout(180)
class FollowUpTest {
  private static final String DRILL = "restore-drill";
  private static final String DRILLS = "drill-snapshot";

  private final SimulatedQuorate here = SimulatedQuorate.withForgetfulWorker();

  @BeforeEach
  void aDrillFollows() {
    here.looks.written = FollowUpTest::followed;
  }

  private static RecordedPrescription followed(RecordedPrescription answer) {
    return answer instanceof NothingToDo nothing
        ? new NothingToDo(nothing.because(), Optional.of(DRILL), nothing.reason())
        : answer;
  }

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theFollowUpStartsOnceAfterTheOperationCompletes() throws Exception {
    here.faults.hold(DRILLS);

    OperationState ended = here.end(here.approved());

    assertThat(ended.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(ended.because())
        .endsWith("A restore-drill follows as an operation of its own: quorate show main.");
    OperationState drill = state(follower(ended.operation()));
    assertThat(drill.runbook()).isEqualTo(DRILL);
    assertThat(drill.operation()).isNotEqualTo(ended.operation());
    here.faults.awaitReached(DRILLS);
    assertThat(starts(ended.operation())).isEqualTo(1);
    assertThat(here.operation().describe().getExecution().getRunId())
        .as("one run of the cluster's operation followed")
        .endsWith(drill.operation().substring(drill.operation().indexOf('.') + 1));
    here.faults.release(DRILLS);
  }

  @Test
  void aFailedDrillLeavesTheRestoreCompleted() {
    here.faults.fail(
        DRILLS, 1, SimulatedCluster.failure(FailureTypes.REFUSED, "the snapshot is bad"));

    OperationState ended = here.end(here.approved());
    OperationState drill = here.end(follower(ended.operation()));

    assertThat(ended.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(drill.phase()).isEqualTo(Phase.STOPPED);
    assertThat(drill.because()).contains("the snapshot is bad");
  }

  @Test
  void aDrillMakesWayForTheIncident() throws Exception {
    here.faults.hold(DRILLS);
    OperationState ended = here.end(here.approved());
    WorkflowStub drill = follower(ended.operation());
    here.faults.awaitReached(DRILLS);

    here.cluster.become(SimulatedQuorate.oneLost());
    here.alert(new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true));

    OperationState last = here.end(drill);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because())
        .startsWith("Aborted by Quorate: it makes way. ")
        .endsWith("Nothing was changed.");
    assertThat(here.proposedAfter(last.operation()).requestedBy())
        .isEqualTo("alert etcdMembersDown");
    here.faults.release(DRILLS);
  }

  @Test
  void anOperationThatWasNotNeededHasNoFollowUp() {
    here.cluster.become(DrawnCluster.of(3));

    OperationState ended = here.end(here.recovering());

    assertThat(ended.phase()).isEqualTo(Phase.NOT_NEEDED);
    assertThat(ended.because()).doesNotContain("follows");
    assertThatThrownBy(() -> starts(ended.operation()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            never -> assertThat(never.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND));
  }

  /**
   * An operation that a person asked for has the cluster, so the following operation is left out.
   */
  @Test
  void theFollowUpIsLeftOutWhileAnotherOperationHasTheCluster() {
    OperationState asked = state(here.asking());
    String before = MAIN + ".0badcafe";

    WorkflowStub start =
        here.temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                FollowUpNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue("quorate")
                    .setWorkflowId(FollowUpNames.workflowId(before))
                    .build());
    start.start(
        new OperationRequest(
            MAIN, DRILL, Map.of(), FollowUpNames.requester(before), "main: restore drill"));

    assertThat(here.awaitClosed(start, Duration.ofSeconds(2)).getResult(String.class))
        .isEqualTo("left out, because another operation is under way.");
    assertThat(state(here.operation()).operation()).isEqualTo(asked.operation());
    approve(here.operation(), "dana");
  }

  @Test
  void onlyARequesterWithAnOperationIdIsAFollowUp() {
    assertThat(FollowUpNames.isOne(FollowUpNames.requester("payments.1a2b3c4d"))).isTrue();
    assertThat(FollowUpNames.isOne("after lunch")).isFalse();
    assertThat(FollowUpNames.isOne("alice")).isFalse();
  }

  /** Returns the operation that follows this operation; waits until the operation has started. */
  private WorkflowStub follower(String operation) {
    Instant limit = Instant.now().plusSeconds(60);
    while (Instant.now().isBefore(limit)) {
      WorkflowStub last = here.operation();
      if (state(last).requestedBy().equals(FollowUpNames.requester(operation))) {
        return here.run(last.describe().getExecution());
      }
      here.pass(Duration.ofSeconds(1));
    }
    throw new AssertionError("nothing follows " + operation);
  }

  /**
   * Returns how often the start of the following operation was carried out. Fails where nobody
   * asked for the start.
   */
  private long starts(String operation) {
    return here
        .temporal
        .getWorkflowClient()
        .fetchHistory(FollowUpNames.workflowId(operation))
        .getEvents()
        .stream()
        .filter(
            event -> event.getEventType() == EventType.EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_STARTED)
        .count();
  }
}
