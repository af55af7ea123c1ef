package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two operations of one cluster with equal plans, on a real Temporal: the server for tests lists no
 * earlier operations.
 */
@Timeout(120)
class EqualPlansIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String START =
      """
      {"runbook":"minority-replace","options":{"member":["etcd-1"]},"requestedBy":"sam"}\
      """;

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  @Test
  @Tag("attack-23")
  void aYesByClusterNameIsRefusedWhereAnEarlierPlanWasEqual() throws Exception {
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
        .registerWorkflowImplementationTypes(ScriptedOperation.Execution.class);
    workers.start();
    try (temporal;
        RunningGateway gateway = RunningGateway.over(client)) {
      String first = started(gateway);
      String stranger = sentence(approve(gateway, "payments", "eve"));
      assertThat(stranger).doesNotContain("earlier operation");
      gateway.post(
          "/api/operations/" + first + "/abort", "{\"by\":\"dana\",\"reason\":\"not now\"}");
      String second = started(gateway);
      Await.until("Temporal to list the first one", LIMIT, () -> listed(gateway, first));

      Reply byCluster = approve(gateway, "payments", "robin");
      assertThat(byCluster.json().path("counted").asBoolean()).isFalse();
      assertThat(sentence(byCluster))
          .isEqualTo(
              "Not recorded: payments is a cluster, and an earlier operation of it had an equal"
                  + " plan. Read what is asked now with quorate show payments, and approve that"
                  + " operation by its id.");
      assertThat(sentence(approve(gateway, "payments", "eve"))).isEqualTo(stranger);
      assertThat(approve(gateway, second, "robin").json().path("counted").asBoolean()).isTrue();

      gateway.post("/api/clusters/orders/operations", START);
      Reply alone = approve(gateway, "orders", "robin");
      assertThat(alone.json().path("counted").asBoolean()).as(alone.text()).isTrue();
    } finally {
      workers.shutdownNow();
      stubs.shutdownNow();
    }
  }

  /** An operation that ended may take a moment to close. */
  private static String started(RunningGateway gateway) throws Exception {
    Reply[] reply = new Reply[1];
    Await.until(
        "the operation to start",
        LIMIT,
        () -> {
          reply[0] = gateway.post("/api/clusters/payments/operations", START);
          return reply[0].status() == 201;
        });
    return reply[0].json().path("operation").asText();
  }

  private static boolean listed(RunningGateway gateway, String operation) {
    return gateway.get("/api/operations").text().contains(operation);
  }

  private static Reply approve(RunningGateway gateway, String operation, String by) {
    return gateway.post(
        "/api/operations/" + operation + "/approve",
        "{\"digest\":\"7f3a91c2\",\"by\":\"" + by + "\"}");
  }

  private static String sentence(Reply reply) {
    return reply.json().path("sentence").asText();
  }
}
