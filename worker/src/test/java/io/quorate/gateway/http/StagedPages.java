package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A real Temporal with operations that stand where the test puts them. */
final class StagedPages implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final TemporalServer temporal;
  private final WorkflowServiceStubs stubs;
  private final WorkerFactory workers;
  final WorkflowClient client;

  private StagedPages(TemporalServer temporal) {
    this.temporal = temporal;
    this.stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(temporal.target()).build());
    this.client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setDataConverter(HistoryMapper.dataConverter())
                .build());
    this.workers = WorkerFactory.newInstance(client);
    Worker worker = workers.newWorker(RunningGateway.QUEUE);
    worker.registerWorkflowImplementationTypes(StagedOperation.class, ScriptedIncident.class);
    workers.start();
  }

  static StagedPages start(Path folder) throws IOException, InterruptedException {
    TemporalServer temporal =
        TemporalServer.layOut(ToolsForTests.temporal(), folder.resolve("temporal"));
    temporal.start(LIMIT);
    return new StagedPages(temporal);
  }

  /** Starts an operation in this phase, asked for by an alert; returns its id. */
  String operation(ClusterKey cluster, String runbook, Phase stage) {
    String title =
        cluster + (runbook.equals("majority-recovery") ? ": recover quorum" : ": replace etcd-1");
    WorkflowStub stub =
        client.newUntypedWorkflowStub(
            StableName.typeOf(runbook),
            WorkflowOptions.newBuilder()
                .setTaskQueue(RunningGateway.QUEUE)
                .setWorkflowId(OperationRequest.workflowId(cluster))
                .build());
    String run =
        stub.start(
                new OperationRequest(
                    cluster,
                    runbook,
                    Map.of("stage", List.of(stage.name())),
                    OperationRequest.askedBy("etcdInsufficientMembers"),
                    title))
            .getRunId();
    return OperationRequest.operationId(cluster, run);
  }

  /** Moves the cluster's operation on. */
  void stage(ClusterKey cluster, Phase stage) {
    client
        .newUntypedWorkflowStub(OperationRequest.workflowId(cluster))
        .signal("stage", stage.name());
  }

  /** Opens an incident of the cluster, which stays open. */
  void incident(ClusterKey cluster) {
    RunningGateway.incident(client, cluster);
  }

  /** Ends the cluster's operation and its incident, if it has one. */
  void end(ClusterKey cluster) {
    end(OperationRequest.workflowId(cluster));
    end(IncidentNames.workflowId(cluster));
  }

  private void end(String workflow) {
    try {
      client.newUntypedWorkflowStub(workflow).terminate("test over");
    } catch (WorkflowNotFoundException none) {
      return;
    }
  }

  /** Waits until the gateway lists what Temporal's visibility takes a moment for. */
  static void awaitListed(RunningGateway gateway, String operation) throws InterruptedException {
    Await.until(
        "Temporal to list " + operation,
        LIMIT,
        () -> gateway.get("/api/operations").text().contains(operation));
  }

  @Override
  public void close() throws IOException {
    workers.shutdownNow();
    stubs.shutdownNow();
    temporal.close();
  }
}
