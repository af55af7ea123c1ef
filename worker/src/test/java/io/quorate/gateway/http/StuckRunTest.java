package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationHold;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.workflow.Notifier;
import io.temporal.client.WorkflowStub;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

class StuckRunTest {
  private static final String UNTOLD = "quorate_untold_seconds{cluster=\"payments\"}";

  /** An operation whose workflow code has a fault. */
  @WorkflowInterface
  public interface Broken {
    @WorkflowMethod(name = "MinorityReplace")
    OperationState run(OperationRequest request);
  }

  /** Operation whose worker polls, and whose workflow task fails for ever. */
  public static final class BrokenExecution implements Broken {
    @Override
    public OperationState run(OperationRequest request) {
      throw new IllegalStateException("the plan has no step 7");
    }
  }

  @Test
  void aFailedWorkflowTaskIsToldInShowReadinessMetricsAndTheList() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.work(BrokenExecution.class);
      assertThat(shown(gateway))
          .contains("operation/payments does not go on: its workflow task failed")
          .contains("the plan has no step 7")
          .contains("Nothing is lost");
      gateway.gateway().watch().look();
      JsonNode checks = gateway.get("/readyz").json().path("checks");
      assertThat(checks)
          .filteredOn(check -> check.path("name").asText().equals("workflowTasks"))
          .singleElement()
          .satisfies(
              check -> {
                assertThat(check.path("ok").asBoolean()).isFalse();
                assertThat(check.path("gates").asBoolean()).isFalse();
                assertThat(check.path("problem").asText()).contains("the plan has no step 7");
              });
      assertThat(gateway.get("/metrics").text()).contains("quorate_failing_runs 1.0");
      assertThat(gateway.get("/api/operations").json().path("notice").asText())
          .contains("the plan has no step 7");
    }
  }

  /** An incident whose workflow code has a fault. */
  @WorkflowInterface
  public interface BrokenIncident {
    @WorkflowMethod(name = IncidentNames.TYPE)
    IncidentState run(ClusterKey cluster);
  }

  /** Its worker polls, and its workflow task fails for ever. */
  public static final class BrokenIncidentExecution implements BrokenIncident {
    @Override
    public IncidentState run(ClusterKey cluster) {
      throw new IllegalStateException("the incident has no cause");
    }
  }

  @Test
  void aWedgedOperationThatNobodyIsToldOfIsOnThePagerOfANewGateway() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      String operation =
          gateway
              .post(
                  "/api/clusters/payments/operations",
                  "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}")
              .json()
              .path("operation")
              .asText();
      gateway.work(BrokenExecution.class, Notifier.class);
      gateway.notifier(RunningGateway.PAYMENTS, operation);
      assertThat(untold(gateway)).contains(UNTOLD).doesNotContain(UNTOLD + " 0.0");
      assertThat(gateway.get("/metrics").text()).contains("quorate_missed_looks 1.0");
    }
  }

  /** The notifier has to try once before anybody can say that it cannot. */
  private static String untold(RunningGateway gateway) {
    String metrics = UNTOLD + " 0.0";
    for (int look = 0; look < 10 && metrics.contains(UNTOLD + " 0.0"); look++) {
      gateway.gateway().watch().look();
      metrics = gateway.get("/metrics").text();
    }
    return metrics;
  }

  @Test
  void anIncidentThatDoesNotAnswerHidesNoQuestion() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      gateway.work(ScriptedOperation.Execution.class, BrokenIncidentExecution.class);
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));

      JsonNode found = gateway.get("/api/waiting").json();
      gateway.gateway().watch().look();

      assertThat(found.at("/waiting/0/what").asText()).as(found.toString()).isEqualTo("question");
      assertThat(found.path("notice").asText())
          .startsWith("The incident of payments is left out. ")
          .doesNotContain("The operation of payments");
      assertThat(gateway.get("/metrics").text())
          .contains("quorate_missed_looks 1.0")
          .contains("quorate_operations{phase=\"waiting-for-approval\"} 1.0");
    }
  }

  @Test
  void aClosedIncidentIsToldWithoutAWorker() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));
      WorkflowStub incident = gateway.client.newUntypedWorkflowStub("incident/payments");
      incident.signal(
          IncidentNames.OPERATION_HOLDS,
          new OperationHold(
              RunningGateway.PAYMENTS,
              "payments.1",
              "minority-replace",
              "parked",
              "it waits",
              List.of(),
              false));
      assertThat(incident.getResult(IncidentState.class).open()).isFalse();
      gateway.endWorker();

      JsonNode waiting = gateway.get("/api/waiting").json();
      JsonNode payments =
          gateway.get("/api/clusters").json().findParents("cluster").stream()
              .filter(row -> row.path("cluster").asText().equals("payments"))
              .findFirst()
              .orElseThrow();

      assertThat(waiting.path("notice").isNull()).as(waiting.toString()).isTrue();
      assertThat(payments.at("/incident/open").asBoolean(true)).as(payments.toString()).isFalse();
    }
  }

  /** The task has to fail once before anybody can say why; every look waits for seconds. */
  private static String shown(RunningGateway gateway) {
    String error = "";
    for (int look = 0; look < 10 && !error.contains("workflow task failed"); look++) {
      error = gateway.get("/api/operations/payments").json().path("error").asText();
    }
    return error;
  }

  @Test
  void metricsTellHowManyOperationsWaitForPeopleAndSinceWhen() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text())
          .contains("quorate_operations{phase=\"waiting-for-approval\"} 1.0")
          .contains("quorate_operations{phase=\"parked\"} 0.0")
          .contains("quorate_oldest_park_seconds 0.0")
          .containsPattern("quorate_oldest_question_seconds [1-9]?\\d*\\.\\d*[1-9]")
          .contains("quorate_failing_runs 0.0");
    }
  }

  @Test
  void metricsTellTheWaitsOfEachClusterApartByTakenAndUntaken() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text())
          .contains(waits("question", "no") + " 0.0")
          .contains("quorate_untold_seconds{cluster=\"payments\"} 0.0")
          .contains("quorate_writes_fail_seconds{cluster=\"payments\"} 0.0");
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text())
          .doesNotContain(waits("question", "no") + " 0.0")
          .contains(waits("question", "yes") + " 0.0")
          .contains(waits("park", "no") + " 0.0");

      gateway.post("/api/operations/payments/take", "{\"by\":\"dana\"}");
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text())
          .contains(waits("question", "no") + " 0.0")
          .doesNotContain(waits("question", "yes") + " 0.0");
    }
  }

  @Test
  void writesThatTheIncidentSeesFailCountForTheOperation() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.post(
          "/alerts/alertmanager",
          AlertsOverHttpTest.payload("firing", "payments-etcd")
              .replace("etcdMembersDown", ScriptedIncident.WITHOUT_QUORUM));
      gateway.gateway().watch().look();

      assertThat(gateway.get("/metrics").text())
          .contains("quorate_writes_fail_seconds{cluster=\"payments\"} ")
          .doesNotContain("quorate_writes_fail_seconds{cluster=\"payments\"} 0.0");
    }
  }

  @Test
  void anIncidentThatDoesNotAnswerIsAMissedLook() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text()).contains("quorate_missed_looks 0.0");

      gateway.endWorker();
      gateway.gateway().watch().look();

      assertThat(gateway.get("/metrics").text()).contains("quorate_missed_looks 1.0");
    }
  }

  private static String waits(String what, String taken) {
    return "quorate_waits_seconds{cluster=\"payments\",taken=\""
        + taken
        + "\",what=\""
        + what
        + "\"}";
  }

  @Test
  void theMetricsKeepTheLastLookWhileNoWorkerAnswers() {
    try (RunningGateway gateway = RunningGateway.start()) {
      gateway.post(
          "/api/clusters/payments/operations",
          "{\"runbook\":\"minority-replace\",\"requestedBy\":\"sam\"}");
      gateway.gateway().watch().look();
      assertThat(gateway.get("/metrics").text()).contains("quorate_missed_looks 0.0");

      gateway.endWorker();
      gateway.gateway().watch().look();

      assertThat(gateway.get("/metrics").text())
          .contains("quorate_operations{phase=\"waiting-for-approval\"} 1.0")
          .containsPattern("quorate_oldest_question_seconds [1-9]?\\d*\\.\\d*[1-9]")
          .contains("quorate_missed_looks 1.0");
    }
  }
}
