package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The history of an incident grows slowly while its trouble stays. */
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
