package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.client.QuorateClient;
import io.quorate.client.ReportArchive;
import io.quorate.client.ReportPlaces;
import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.ReportOrder;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Waits that are longer than the retention, on a real Temporal: it deletes the runs that a chain
 * began with while its last run goes on.
 */
@Timeout(600)
class ForgottenRunsIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Temporal deletes in the background, and tries again where it was too early. */
  private static final Duration FORGETS = Duration.ofMinutes(4);

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  @Test
  void aChainWithoutItsFirstRunKeepsNameQuestionAndReport() throws Exception {
    TemporalServer temporal =
        TemporalServer.layOut(ToolsForTests.temporal(), folder.path().resolve("temporal"));
    temporal.start(LIMIT);
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(temporal.target()).build());
    WorkflowClient client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setDataConverter(HistoryMapper.dataConverter())
                .build());
    WorkerFactory workers = WorkerFactory.newInstance(client);
    workers
        .newWorker(RunningGateway.QUEUE)
        .registerWorkflowImplementationTypes(
            ScriptedOperation.Execution.class, ScriptedIncident.class);
    workers.start();
    try (temporal;
        RunningGateway gateway = RunningGateway.over(client)) {
      String operation = operationWithoutItsFirstRun(gateway);
      String incident = incidentWithoutItsFirstRun(gateway);

      theQuestionWaits(gateway, operation);
      theReportIsWritten(gateway, incident);
      thePastOperationKeepsItsName(gateway, operation);
    } finally {
      workers.shutdownNow();
      stubs.shutdownNow();
    }
  }

  private static void theQuestionWaits(RunningGateway gateway, String operation) {
    assertThat(gateway.get("/api/operations/" + operation).status()).isEqualTo(200);
    assertThat(listed(gateway)).containsExactly(operation);
    JsonNode waiting = gateway.get("/api/waiting").json();
    assertThat(waiting.at("/waiting/0/operation").asText())
        .as(waiting.toString())
        .isEqualTo(operation);
    gateway.gateway().watch().look();
    assertThat(gateway.get("/metrics").text())
        .contains("quorate_operations{phase=\"waiting-for-approval\"} 1.0");
    Reply yes =
        gateway.post(
            "/api/operations/" + operation + "/approve",
            "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"}");
    assertThat(yes.json().path("counted").asBoolean()).as(yes.text()).isTrue();
  }

  private static void theReportIsWritten(RunningGateway gateway, String incident) {
    assertThat(gateway.get("/api/incidents").json().path("incidents").findValuesAsText("incident"))
        .containsExactly(incident);
    try (QuorateClient quorate =
        QuorateClient.of(
            gateway.client, RunningGateway.QUEUE, List.of(PAYMENTS), InstantSource.system())) {
      new ReportArchive(quorate, gateway.reports, ReportPlaces.NONE)
          .write(
              new ReportOrder(PAYMENTS, ReportOrder.Kind.INCIDENT, incident, ReportOrder.End.OVER),
              Instant.now());
    }
    assertThat(gateway.reports.list(PAYMENTS))
        .singleElement()
        .satisfies(kept -> assertThat(kept.id()).isEqualTo(incident));
  }

  private static void thePastOperationKeepsItsName(RunningGateway gateway, String operation)
      throws Exception {
    Await.until("its end", LIMIT, () -> isOver(gateway, operation));
    String next = started(gateway);
    Await.until("both in the list", LIMIT, () -> listed(gateway).size() == 2);
    assertThat(listed(gateway)).containsExactly(next, operation);
    assertThat(gateway.get("/api/operations/" + operation).status()).isEqualTo(200);
  }

  private static boolean isOver(RunningGateway gateway, String operation) {
    return gateway
        .get("/api/operations/" + operation)
        .json()
        .path("state")
        .asText()
        .equals("completed");
  }

  private static List<String> listed(RunningGateway gateway) {
    return gateway.get("/api/operations").json().path("operations").findValuesAsText("operation");
  }

  private static String started(RunningGateway gateway) {
    Reply reply =
        gateway.post(
            "/api/clusters/payments/operations",
            "{\"runbook\":\"minority-replace\",\"requestedBy\":\"carol\"}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.json().path("operation").asText();
  }

  private static String operationWithoutItsFirstRun(RunningGateway gateway) throws Exception {
    String operation = started(gateway);
    String workflow = OperationRequest.workflowId(PAYMENTS);
    String first = runId(gateway, workflow);
    gateway.post("/api/operations/payments/continue", "{\"by\":\"robin\"}");
    forget(gateway, workflow, first);
    return operation;
  }

  private static String incidentWithoutItsFirstRun(RunningGateway gateway) throws Exception {
    gateway.post("/alerts/alertmanager", AlertsOverHttpTest.payload("firing", "payments-etcd"));
    String workflow = IncidentNames.workflowId(PAYMENTS);
    String first = runId(gateway, workflow);
    gateway
        .client
        .newUntypedWorkflowStub(workflow)
        .signal(
            IncidentNames.OPERATION_ENDED,
            OperationEnd.withoutWord("payments.1", "minority-replace"));
    forget(gateway, workflow, first);
    return OperationRequest.operationId(PAYMENTS, first);
  }

  /** Waits for the next run and deletes the first one, as Temporal does after the retention. */
  private static void forget(RunningGateway gateway, String workflow, String first)
      throws Exception {
    Await.until("the next run", LIMIT, () -> !runId(gateway, workflow).equals(first));
    WorkflowExecutionDescription run =
        gateway
            .client
            .newUntypedWorkflowStub(workflow, Optional.of(first), Optional.empty())
            .describe();
    gateway
        .client
        .getWorkflowServiceStubs()
        .blockingStub()
        .deleteWorkflowExecution(
            DeleteWorkflowExecutionRequest.newBuilder()
                .setNamespace(gateway.client.getOptions().getNamespace())
                .setWorkflowExecution(run.getExecution())
                .build());
    Await.until("it is forgotten", FORGETS, () -> isForgotten(gateway, workflow, first));
  }

  private static boolean isForgotten(RunningGateway gateway, String workflow, String run) {
    try {
      gateway
          .client
          .newUntypedWorkflowStub(workflow, Optional.of(run), Optional.empty())
          .describe();
      return false;
    } catch (WorkflowNotFoundException forgotten) {
      return listed(gateway, workflow) == 1;
    }
  }

  private static long listed(RunningGateway gateway, String workflow) {
    try (var runs = gateway.client.listExecutions("WorkflowId = \"" + workflow + "\"")) {
      return runs.count();
    }
  }

  private static String runId(RunningGateway gateway, String workflow) {
    return gateway.client.newUntypedWorkflowStub(workflow).describe().getExecution().getRunId();
  }
}
