package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Alert;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentState;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An incident wants the cluster while an operation has it. */
@Timeout(180)
class OperationHoldsTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theIncidentTellsAPauseUntilTheOperationContinuesAndClaimsNoChange() throws Exception {
    WorkflowStub byHand = here.asking();
    WorkflowStub incident = followed(byHand);
    want(byHand);
    ask(byHand, Verb.PAUSE, "");
    approve(byHand, "dana");

    IncidentState held = incidentState(incident, s -> s.doing().contains("is paused"));
    assertThat(held.doing())
        .contains("(minority-replace) is paused, paused by bob before step ")
        .contains("quorate continue main, or quorate abort main")
        .doesNotContain("It has made changes");

    here.faults.hold("hold-member");
    ask(byHand, Verb.CONTINUE, "");
    here.faults.awaitReached("hold-member");
    incidentState(incident, s -> s.doing().startsWith("Under way"));
    here.faults.release("hold-member");
    assertThat(here.end(byHand).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aRetryEndsTheNoticeOfTheIncidentAboutAParkedOperation() throws Exception {
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub byHand = here.approved();
    await(byHand, Phase.PARKED);
    WorkflowStub incident = followed(byHand);
    want(byHand);
    incidentState(
        incident,
        s -> s.doing().contains("is parked") && s.doing().contains("It has made changes"));
    long before = wishes(byHand);

    here.faults.hold("start-member");
    ask(byHand, Verb.RETRY, "");
    here.faults.awaitReached("start-member");

    incidentState(incident, s -> s.doing().startsWith("Under way"));
    assertThat(wishes(byHand)).as("it is told without being asked").isEqualTo(before);
    here.faults.release("start-member");
    assertThat(here.end(byHand).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void onlyAFreshWishOfTheIncidentStopsAnApprovedOperation() {
    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub operation = here.asking();
    want(operation);
    here.pass(Duration.ofMinutes(11));
    approve(operation, "dana");

    await(operation, Phase.PARKED);

    want(operation);
    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because()).endsWith("The incident of the cluster needs it: Quorum is lost.");
  }

  @Test
  void theIncidentRepeatsItsWishWhileTheTroubleStays() {
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    here.alert(DOWN);
    here.askedByAlert();
    WorkflowStub own = here.operation();
    approve(own, "dana");
    await(own, Phase.PARKED);
    DrawnCluster stopped = DrawnCluster.of(3);
    stopped.member(1).stopped();
    here.cluster.become(stopped);

    wishesEveryFiveMinutes(own, 3);
  }

  @Test
  void theIncidentRepeatsTheWishToAManualOperationEveryFiveMinutes() {
    WorkflowStub byHand = here.asking();
    followed(byHand);

    wishesEveryFiveMinutes(byHand, 5);
  }

  /**
   * Expects the first wish at once and the others five minutes apart. Some minutes may have passed
   * since the first one, and a busy machine sees each of them late: so three minutes are the least.
   */
  private void wishesEveryFiveMinutes(WorkflowStub operation, int times) {
    int early = (times - 1) * 6;
    for (int half = 0; half < 80 && wishes(operation) < times; half++) {
      here.pass(Duration.ofSeconds(30));
      if (half < early) {
        assertThat(wishes(operation)).as("after %d half minutes", half + 1).isLessThan(times);
      }
    }
    assertThat(wishes(operation)).isEqualTo(times);
  }

  @Test
  void anOperationThatWasTerminatedHoldsNothingAnyMore() {
    WorkflowStub byHand = here.asking();
    WorkflowStub incident = followed(byHand);
    want(byHand);
    ask(byHand, Verb.PAUSE, "");
    approve(byHand, "dana");
    incidentState(incident, s -> s.doing().contains("is paused"));

    String id = SimulatedQuorate.state(byHand).operation();
    byHand.terminate("by hand");

    assertThat(here.proposedAfter(id).requestedBy()).isEqualTo("alert etcdMembersDown");
    assertThat(incidentState(incident, s -> s.operation().isPresent()).doing())
        .startsWith("Under way");
  }

  /** Opens an incident, which follows the operation and has told it its own wish already. */
  private WorkflowStub followed(WorkflowStub operation) {
    WorkflowStub incident = here.alert(DOWN);
    incidentState(incident, s -> s.operation().isPresent() && wishes(operation) > 0);
    return incident;
  }

  private static void want(WorkflowStub operation) {
    operation.signal(
        OperationNames.WANTED,
        OpaqueValues.of(new IncidentWish("majority-recovery", "Quorum is lost.")));
  }

  private long wishes(WorkflowStub operation) {
    return here
        .temporal
        .getWorkflowClient()
        .fetchHistory(operation.getExecution().getWorkflowId())
        .getEvents()
        .stream()
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(event -> event.getWorkflowExecutionSignaledEventAttributes().getSignalName())
        .filter(OperationNames.WANTED::equals)
        .count();
  }
}
