package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real Temporal: the server for tests does not count the attempts of a workflow task. */
@Timeout(120)
class StuckIncidentsIT {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
  private static final String QUEUE = "quorate";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  /** An incident whose workflow task fails for ever. */
  @WorkflowInterface
  public interface Poisoned {
    @WorkflowMethod(name = IncidentNames.TYPE)
    IncidentState run(ClusterKey cluster);

    @SignalMethod(name = IncidentNames.ALERT)
    void alert(Alert alert);
  }

  /** Fails in its first task, and in each repetition. */
  public static final class PoisonedExecution implements Poisoned {
    @Override
    public IncidentState run(ClusterKey cluster) {
      throw new IllegalStateException("too large");
    }

    @Override
    public void alert(Alert alert) {}
  }

  @Test
  @Tag("attack-11")
  void anIncidentWhoseTaskCannotCompleteBeginsAnewWithTheAlertsThatFire() throws Exception {
    Alert down = new Alert("etcdMembersDown", "f1", NOON, true);
    Alert over = new Alert("etcdNoLeader", "f2", NOON, false);
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
    try (temporal;
        TemporalCalls calls = new TemporalCalls()) {
      Incidents incidents = new Incidents(client, calls, QUEUE);
      StuckIncidents stuck = new StuckIncidents(client, incidents, 2);
      incidents.pass(List.of(routed(down), routed(over)));
      String poisoned = runId(client);
      assertThat(stuck.replace(PAYMENTS)).as("its task was not tried yet").isFalse();

      workers.newWorker(QUEUE).registerWorkflowImplementationTypes(PoisonedExecution.class);
      workers.start();
      Await.until("the incident to be replaced", LIMIT, () -> stuck.replace(PAYMENTS));

      assertThat(runId(client)).isNotEqualTo(poisoned);
      assertThat(signals(client)).containsExactly(down);
    } finally {
      workers.shutdownNow();
      stubs.shutdownNow();
    }
  }

  private static List<Alert> signals(WorkflowClient client) {
    return client
        .streamHistory(IncidentNames.workflowId(PAYMENTS), runId(client))
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(event -> event.getWorkflowExecutionSignaledEventAttributes().getInput())
        .map(
            input ->
                HistoryMapper.dataConverter()
                    .fromPayload(input.getPayloads(0), Alert.class, Alert.class))
        .toList();
  }

  private static String runId(WorkflowClient client) {
    WorkflowStub incident = client.newUntypedWorkflowStub(IncidentNames.workflowId(PAYMENTS));
    return incident.describe().getExecution().getRunId();
  }

  private static Incidents.Routed routed(Alert alert) {
    return new Incidents.Routed(PAYMENTS, alert);
  }
}
