package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An incident of weeks keeps each of its runs far below the limits of Temporal. */
@Timeout(300)
class LongIncidentTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);
  private static final int MOST_EVENTS = 2000;

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void threeWeeksWithoutARunbook() {
    DrawnCluster lost = SimulatedQuorate.oneLost();
    lost.member(2).gone();
    here.cluster.become(lost);
    here.diagnoses.every = Duration.ofHours(1);
    WorkflowStub incident = here.alert(DOWN);
    for (int day = 0; day < 21; day++) {
      here.pass(Duration.ofDays(1));
      here.alert(DOWN);
    }

    print("three weeks without a runbook", runs(here, incident));
    assertThat(runs(here, incident)).allMatch(events -> events < MOST_EVENTS);
    assertThat(SimulatedQuorate.incidentState(incident, s -> true).open()).isTrue();
  }

  /** Five proposals; the run would continue as new after five such days. */
  @Test
  void aDayInWhichNobodyAnswers() {
    try (SimulatedQuorate unanswered =
        SimulatedQuorate.withOperations(ScriptedOperation.Expiring.class)) {
      unanswered.diagnoses.every = Duration.ofHours(1);
      WorkflowStub incident = unanswered.alert(DOWN);
      for (int hour = 0; hour < 24; hour++) {
        unanswered.pass(Duration.ofHours(1));
      }

      List<Integer> events = runs(unanswered, incident);
      print("a day in which nobody answers", events);
      assertThat(events).hasSize(1).allMatch(count -> count > 100 && count < 400);
      IncidentState state = SimulatedQuorate.incidentState(incident, s -> true);
      assertThat(state.openedAt()).isBefore(DrawnCluster.NOW.plusSeconds(60));
      assertThat(state.doing()).containsAnyOf("Under way", "It is proposed again at");
    }
  }

  @Test
  void anAlertThatIsSentElevenHundredTimesWhileAnOperationWaits() {
    WorkflowStub incident = here.alert(DOWN);
    String operation = here.askedByAlert().operation();
    repeat(DOWN);
    here.pass(Duration.ofMinutes(2));

    print("an alert that is sent 1,100 times", runs(here, incident));
    assertThat(runs(here, incident)).hasSizeGreaterThan(1).allMatch(events -> events < MOST_EVENTS);
    assertThat(here.proposedAfter("").operation()).isEqualTo(operation);
    SimulatedQuorate.approve(here.operation(), "dana");
    here.awaitClosed(incident, Duration.ofSeconds(2));
  }

  @Test
  void anOperationThatIsTerminatedAfterTheIncidentContinuedIsProposedAgain() {
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    repeat(DOWN);
    here.pass(Duration.ofSeconds(10));
    assertThat(runs(here, incident)).hasSizeGreaterThan(1);
    here.operation().terminate("somebody cleaned up");

    assertThat(here.proposedAfter(first).requestedBy()).isEqualTo("alert etcdMembersDown");
  }

  /** Sends the alert 1,100 times; what comes at once is one task. */
  private void repeat(Alert alert) {
    for (int times = 1; times <= 1100; times++) {
      WorkflowStub incident = here.alert(alert);
      if (times % 10 == 0 || times > 700) {
        SimulatedQuorate.incidentState(incident, s -> true);
      }
    }
  }

  private static void print(String what, List<Integer> events) {
    System.err.printf("incident, %s: events of its runs %s%n", what, events);
  }

  /** How many events each run of the incident has, the first run first. */
  private static List<Integer> runs(SimulatedQuorate quorate, WorkflowStub incident) {
    String id = incident.getExecution().getWorkflowId();
    List<Integer> events = new ArrayList<>();
    String run = incident.getExecution().getRunId();
    while (!run.isEmpty()) {
      List<HistoryEvent> history =
          quorate.temporal.getWorkflowClient().fetchHistory(id, run).getHistory().getEventsList();
      events.add(history.size());
      run =
          history
              .get(history.size() - 1)
              .getWorkflowExecutionContinuedAsNewEventAttributes()
              .getNewExecutionRunId();
    }
    return events;
  }
}
