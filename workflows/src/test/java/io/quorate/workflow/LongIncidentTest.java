package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision.Kind;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationHold;
import io.quorate.operation.Phase;
import io.quorate.operation.ReportOrder;
import io.quorate.operation.Request.Verb;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Incidents of hours and weeks: their histories stay short, and a new run knows all that the one
 * before knew. Each alert here is a task of its own, as alerts are that come every 30 s.
 */
@Timeout(300)
class LongIncidentTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);
  private static final Alert LATER =
      new Alert("etcdNoLeader", "f2", DrawnCluster.NOW.plusSeconds(60), true);
  private static final int MOST_EVENTS = 2000;

  /** The signal, and the task that is scheduled and started for it. */
  private static final int EVENTS_TO_THE_TASK_OF_A_SIGNAL = 3;

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void threeWeeksWithoutARunbookAreFewEvents() {
    here.cluster.become(SimulatedQuorate.inTwoHistories());
    here.diagnoses.every = Duration.ofHours(1);
    WorkflowStub incident = here.alert(DOWN);
    for (int day = 0; day < 21; day++) {
      here.pass(Duration.ofDays(1));
      here.alert(DOWN);
    }

    print("three weeks without a runbook", runs(incident));
    assertThat(runs(incident)).allMatch(events -> events < MOST_EVENTS);
    assertThat(incidentState(incident, s -> true).open()).isTrue();
  }

  @Test
  void anOperationOfThreeWeeksIsFewEventsAndStillHeard() {
    seldom();
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofDays(22)));
    WorkflowStub incident = here.alert(DOWN);
    String operation = here.askedByAlert().operation();
    for (int day = 0; day < 21; day++) {
      here.pass(Duration.ofDays(1));
      here.alert(DOWN);
    }

    print("an operation of three weeks", runs(incident));
    assertThat(runs(incident)).allMatch(events -> events < MOST_EVENTS);
    assertThat(proposals(incident)).isEqualTo(1);
    assertThat(incidentState(incident, s -> true).operation()).hasValue(operation);
    approve(here.operation(), "dana");
    here.awaitClosed(incident, Duration.ofSeconds(2));
    assertThat(incident.getResult(IncidentState.class).operation()).hasValue(operation);
  }

  /**
   * Each question expires after an hour; the pauses between them are 1, 5 and 15 minutes. One run
   * only: the Temporal server for tests stops skipping time once a child of a second run closes.
   */
  @Test
  void anAlertThatIsSentEvery30SecondsForHoursNeitherMissesNorMultiplies() {
    seldom();
    here.limits = withEvents(Integer.MAX_VALUE);
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofHours(1)));
    WorkflowStub incident = here.alert(DOWN);
    here.askedByAlert();
    for (int halfMinute = 0; halfMinute < 4 * 120; halfMinute++) {
      here.pass(Duration.ofSeconds(30));
      send(DOWN);
    }

    print("an alert every 30 s for four hours", runs(incident));
    assertThat(proposals(incident)).isEqualTo(4);
    assertThat(incidentState(send(DOWN), s -> true).alerts()).containsExactly(DOWN);
    WorkflowStub last = send(DOWN);
    approve(here.operation(), "dana");
    here.awaitClosed(last, Duration.ofSeconds(2));
    assertThat(here.view().voters()).hasSize(3);
  }

  @Test
  void aNewRunFollowsTheOperationThatTheRunBeforeStarted() {
    here.limits = withEvents(60);
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    continueAsNew(incident);

    assertThat(incidentState(send(DOWN), s -> true).operation()).hasValue(first);
    assertThat(proposals(incident)).isEqualTo(1);
    WorkflowStub last = send(DOWN);
    approve(here.operation(), "dana");
    here.awaitClosed(last, Duration.ofSeconds(2));
    assertThat(last.getResult(IncidentState.class).operation()).hasValue(first);
  }

  @Test
  void anOperationThatIsTerminatedUnderANewRunIsProposedAgain() {
    here.limits = withEvents(60);
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    continueAsNew(incident);
    here.operation().terminate("somebody cleaned up");

    assertThat(here.proposedAfter(first).requestedBy()).isEqualTo("alert etcdMembersDown");
    assertThat(proposals(incident)).isEqualTo(2);
  }

  @Test
  void theNextRunKnowsThatTheTroubleHasBecomeWorse() {
    here.limits = withEvents(80);
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    WorkflowStub operation = here.operation();
    approve(operation, "dana");
    SimulatedQuorate.await(operation, Phase.PARKED);
    DrawnCluster twoLost = DrawnCluster.of(3);
    twoLost.member(1).gone();
    twoLost.member(2).gone();
    here.cluster.become(twoLost);
    here.pass(Duration.ofSeconds(30));
    incidentState(incident, s -> s.finding().startsWith("Quorum is lost"));
    continueAsNew(incident);

    ask(operation, Verb.ABORT, "");

    assertThat(here.proposedAfter(first).briefing().orElseThrow().diagnosis())
        .isEqualTo("quorum-lost");
  }

  @Test
  void theNextRunKnowsWhatHoldsTheClusterUp() {
    here.limits = withEvents(80);
    WorkflowStub byHand = here.asking();
    WorkflowStub incident = here.alert(DOWN);
    incidentState(incident, s -> s.operation().isPresent());
    OperationHold hold =
        new OperationHold(
            SimulatedQuorate.MAIN,
            SimulatedQuorate.state(byHand).operation(),
            "minority-replace",
            "parked",
            "stopped at step 4 of 9",
            List.of("retry", "abort"),
            true);
    incident.signal(IncidentNames.OPERATION_HOLDS, hold);
    incidentState(incident, s -> s.course().equals(Optional.of(IncidentCourse.HELD)));

    continueAsNew(incident);

    assertThat(handed(histories(incident).getFirst().getLast()).hold()).hasValue(hold);
  }

  /** The memory that a run handed to the next one. */
  private IncidentMemory handed(HistoryEvent end) {
    return here.temporal
        .getWorkflowClient()
        .getOptions()
        .getDataConverter()
        .fromPayloads(
            1,
            Optional.of(end.getWorkflowExecutionContinuedAsNewEventAttributes().getInput()),
            IncidentMemory.class,
            IncidentMemory.class);
  }

  /**
   * The limit is far above the events before the second question expires: a run that is new by then
   * stops the skipping of time, and a slow machine makes more events than a fast one.
   */
  @Test
  void aNewRunKeepsThePauseThatHasGrown() {
    seldom();
    here.limits = withEvents(400);
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();
    here.proposedAfter(first);
    Instant expired = expire();
    Instant due = pausing(incident);
    continueAsNew(incident);

    assertThat(Duration.between(expired, due)).isGreaterThan(Duration.ofMinutes(4));
    assertThat(pausing(send(DOWN))).isEqualTo(due);
    here.pass(Duration.between(expired, due).minusMinutes(1));
    assertThat(proposals(incident)).isEqualTo(2);
    here.pass(Duration.ofMinutes(2));
    here.askedByAlert();
    assertThat(proposals(incident)).isEqualTo(3);
  }

  @Test
  void theAlertThatMakesTheHistoryTooLongIsAnsweredByTheNextRun() {
    int most = 80;
    here.limits = withEvents(most);
    seldom();
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    reject();
    incidentState(incident, s -> s.doing().startsWith(first + " is over (rejected)."));
    while (runs(incident).get(0) + EVENTS_TO_THE_TASK_OF_A_SIGNAL <= most) {
      send(DOWN);
    }
    assertThat(runs(incident)).hasSize(1);
    send(LATER);

    assertThat(here.proposedAfter(first).requestedBy())
        .isEqualTo("alert etcdMembersDown, etcdNoLeader");
    assertThat(runs(incident)).hasSize(2);
    assertThat(proposals(incident)).isEqualTo(2);
  }

  @Test
  void theEndOfAnOperationInTheLastTaskOfARunIsReported() {
    int most = 80;
    here.limits = withEvents(most);
    seldom();
    WorkflowStub incident = here.alert(DOWN);
    here.askedByAlert();
    while (runs(incident).get(0) + EVENTS_TO_THE_TASK_OF_A_SIGNAL <= most) {
      send(DOWN);
    }
    assertThat(runs(incident)).hasSize(1);

    reject();

    String first = incident.getExecution().getRunId();
    Instant limit = Instant.now().plusSeconds(60);
    while (current().equals(first) && Instant.now().isBefore(limit)) {
      Thread.onSpinWait();
    }
    assertThat(current()).isNotEqualTo(first);
    assertThat(here.reports.written)
        .extracting(ReportOrder::end)
        .containsExactly(ReportOrder.End.STILL_OPEN);
  }

  /** The run of the incident that is the newest. */
  private String current() {
    return here.temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(IncidentNames.workflowId(SimulatedQuorate.MAIN))
        .describe()
        .getExecution()
        .getRunId();
  }

  private void reject() {
    WorkflowStub operation = here.operation();
    decide(
        operation, decision("dana", Kind.REJECT, digest(operation), "not now"), Optional.empty());
    here.end(operation);
  }

  /** Sends an alert and waits for its task to end; returns the run that took it. */
  private WorkflowStub send(Alert alert) {
    WorkflowStub incident = here.alert(alert);
    while (!isIdle(here.history(incident).getEvents())) {
      Thread.onSpinWait();
    }
    return incident;
  }

  /** Whether the last task of the run has ended, and no signal came since. */
  private static boolean isIdle(List<HistoryEvent> history) {
    for (int index = history.size() - 1; index >= 0; index--) {
      HistoryEvent event = history.get(index);
      if (event.hasWorkflowTaskCompletedEventAttributes()) {
        return true;
      }
      if (event.hasWorkflowTaskScheduledEventAttributes()
          || event.hasWorkflowExecutionSignaledEventAttributes()) {
        return false;
      }
    }
    return false;
  }

  /** Lets the question expire; returns when. */
  private Instant expire() {
    here.awaitClosed(here.operation(), Duration.ofSeconds(20));
    return Instant.ofEpochMilli(here.temporal.currentTimeMillis());
  }

  private static Instant pausing(WorkflowStub incident) {
    return incidentState(incident, s -> s.nextProposal().isPresent()).nextProposal().orElseThrow();
  }

  /** Sends what changes nothing until the history is long enough for a new run. */
  private void continueAsNew(WorkflowStub incident) {
    int before = runs(incident).size();
    while (runs(incident).size() == before) {
      send(DOWN);
    }
  }

  /** Looks that change nothing take time of the machine that runs the test. */
  private void seldom() {
    here.diagnoses.every = Duration.ofHours(6);
    here.looks.every = Duration.ofHours(6);
  }

  private static IncidentLimits withEvents(int events) {
    IncidentLimits usual = IncidentLimits.OF_THIS_RELEASE;
    return new IncidentLimits(
        usual.pauses(),
        usual.watch(),
        usual.looksSoon(),
        usual.blind(),
        usual.silence(),
        usual.operation(),
        events,
        usual.report());
  }

  private static void print(String what, List<Integer> events) {
    System.err.printf("incident, %s: events of its runs %s%n", what, events);
  }

  private List<Integer> runs(WorkflowStub incident) {
    return histories(incident).stream().map(List::size).toList();
  }

  /** How many operations the runs of the incident started. */
  private long proposals(WorkflowStub incident) {
    return histories(incident).stream()
        .flatMap(List::stream)
        .filter(HistoryEvent::hasChildWorkflowExecutionStartedEventAttributes)
        .filter(
            event ->
                event
                    .getChildWorkflowExecutionStartedEventAttributes()
                    .getWorkflowExecution()
                    .getWorkflowId()
                    .startsWith("operation/"))
        .count();
  }

  /** The history of each run of the incident, the first run first. */
  private List<List<HistoryEvent>> histories(WorkflowStub incident) {
    String id = incident.getExecution().getWorkflowId();
    List<List<HistoryEvent>> histories = new ArrayList<>();
    String run = incident.getExecution().getRunId();
    while (!run.isEmpty()) {
      List<HistoryEvent> history =
          here.temporal.getWorkflowClient().fetchHistory(id, run).getHistory().getEventsList();
      histories.add(history);
      run =
          history
              .get(history.size() - 1)
              .getWorkflowExecutionContinuedAsNewEventAttributes()
              .getNewExecutionRunId();
    }
    return histories;
  }
}
