package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.PlaceNames;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.interceptors.WorkflowClientCallsInterceptor;
import io.temporal.common.interceptors.WorkflowClientCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowClientInterceptorBase;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real Temporal: the server for tests does not count the attempts of a workflow task. */
@Timeout(120)
class StuckIncidentsIT {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
  private static final ClusterKey ORDERS = new ClusterKey("orders");
  private static final ClusterKey LEDGER = new ClusterKey("ledger");
  private static final String QUEUE = "quorate";

  /** A task queue without a worker. */
  private static final String SILENT = "silent";

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  /** An incident whose workflow task fails for ever. */
  @WorkflowInterface
  public interface Poisoned {
    @WorkflowMethod(name = IncidentNames.TYPE)
    IncidentState run(ClusterKey cluster);

    @SignalMethod(name = IncidentNames.ALERTS)
    void alerts(AlertGroup alerts);
  }

  /** Fails in its first task, and in each repetition. */
  public static final class PoisonedExecution implements Poisoned {
    @Override
    public IncidentState run(ClusterKey cluster) {
      throw new IllegalStateException("too large");
    }

    @Override
    public void alerts(AlertGroup alerts) {}
  }

  /** Lets something happen right before a call of the gateway; once each. */
  private static final class Meanwhile extends WorkflowClientInterceptorBase {
    final Deque<Runnable> beforeDescribing = new ConcurrentLinkedDeque<>();
    final Deque<Runnable> beforeOpening = new ConcurrentLinkedDeque<>();

    @Override
    public WorkflowClientCallsInterceptor workflowClientCallsInterceptor(
        WorkflowClientCallsInterceptor next) {
      return new WorkflowClientCallsInterceptorBase(next) {
        @Override
        public WorkflowSignalWithStartOutput signalWithStart(WorkflowSignalWithStartInput input) {
          Optional.ofNullable(beforeOpening.poll()).ifPresent(Runnable::run);
          return super.signalWithStart(input);
        }

        @Override
        public DescribeWorkflowOutput describe(DescribeWorkflowInput input) {
          Optional.ofNullable(beforeDescribing.poll()).ifPresent(Runnable::run);
          return super.describe(input);
        }
      };
    }
  }

  @Test
  @Tag("attack-11")
  void anIncidentWhoseTaskCannotCompleteBeginsAnewWithTheAlertsThatFire() throws Exception {
    Alert down = new Alert("etcdMembersDown", "f1", NOON, true);
    Alert over = new Alert("etcdNoLeader", "f2", NOON, false);
    Alert late = new Alert("etcdNoSpace", "f3", NOON, true);
    AtomicReference<Instant> now = new AtomicReference<>(NOON);
    Meanwhile meanwhile = new Meanwhile();
    TemporalServer temporal =
        TemporalServer.layOut(ToolsForTests.temporal(), folder.path().resolve("temporal"));
    temporal.start(LIMIT);
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(temporal.target()).build());
    WorkflowClient client = WorkflowClient.newInstance(stubs, options());
    WorkflowClient watched =
        WorkflowClient.newInstance(stubs, options().toBuilder().setInterceptors(meanwhile).build());
    WorkerFactory workers = WorkerFactory.newInstance(client);
    try (temporal;
        TemporalCalls calls = new TemporalCalls();
        QuorateClient quorate = QuorateClient.of(client, SILENT, List.of(LEDGER), now::get)) {
      letTheFirstTaskTimeOut(client, calls);
      Incidents incidents = new Incidents(watched, calls, QUEUE);
      StuckIncidents stuck = new StuckIncidents(watched, incidents, now::get, 2);
      pass(incidents, routed(PAYMENTS, down), routed(PAYMENTS, over));
      pass(incidents, routed(ORDERS, down));
      String poisoned = runId(client, PAYMENTS);
      assertThat(isReplaced(stuck, incidents, PAYMENTS)).as("its task was not tried yet").isFalse();

      workers.newWorker(QUEUE).registerWorkflowImplementationTypes(PoisonedExecution.class);
      workers.start();
      awaitFailing(client, PAYMENTS);
      assertThat(new RunTroubles(client).of("incident/payments").orElseThrow())
          .endsWith(
              " After 10 attempts a new incident begins with the alerts that fire, once an hour at"
                  + " most.");
      meanwhile.beforeOpening.add(
          () ->
              client
                  .newUntypedWorkflowStub("incident/payments")
                  .signal(IncidentNames.ALERTS, new AlertGroup(List.of(late))));
      assertThat(isReplaced(stuck, incidents, PAYMENTS)).isTrue();

      String second = runId(client, PAYMENTS);
      assertThat(second).isNotEqualTo(poisoned);
      // Temporal keeps a signal out of the history while a task of the workflow is under way.
      Await.until("the late alert", LIMIT, () -> signals(client).contains(late));
      assertThat(signals(client)).containsExactly(down, late);

      awaitFailing(client, PAYMENTS);
      assertThat(isReplaced(stuck, incidents, PAYMENTS)).as("it is a new one itself").isFalse();
      now.set(NOON.plus(Duration.ofHours(1)));
      assertThat(isReplaced(stuck, incidents, PAYMENTS)).isTrue();
      assertThat(runId(client, PAYMENTS)).isNotEqualTo(second);

      Incidents others = new Incidents(client, calls, QUEUE);
      StuckIncidents other = new StuckIncidents(client, others, now::get, 2);
      awaitFailing(client, ORDERS);
      meanwhile.beforeDescribing.add(() -> {});
      meanwhile.beforeDescribing.add(() -> assertThat(isReplaced(other, others, ORDERS)).isTrue());
      assertThat(isReplaced(stuck, incidents, ORDERS))
          .as("another gateway replaced it meanwhile")
          .isFalse();

      startPoisonedPlaces(client);
      awaitFailing(client, LEDGER);
      OperationsWatch watch =
          new OperationsWatch(
              quorate,
              new RunTroubles(client),
              new StuckIncidents(client, new Incidents(client, calls, SILENT), now::get, 2),
              now::get);
      watch.look();
      watch.close();
      assertThat(watch.replacedIncidents()).as("a task that only timed out").isEqualTo(1);
      assertThat(watch.troubles())
          .anySatisfy(
              trouble ->
                  assertThat(trouble).startsWith("fleet/places does not go on: its workflow"));
    } finally {
      workers.shutdownNow();
      stubs.shutdownNow();
    }
  }

  /**
   * Without the places no operation of the fleet begins, so people have to hear of their trouble.
   */
  private static void startPoisonedPlaces(WorkflowClient client) throws Exception {
    client
        .newUntypedWorkflowStub(
            IncidentNames.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId(PlaceNames.WORKFLOW_ID)
                .build())
        .start(LEDGER);
    awaitFailing(client, PlaceNames.WORKFLOW_ID);
  }

  private static boolean isReplaced(StuckIncidents stuck, Incidents incidents, ClusterKey cluster) {
    return incidents.newest(cluster).map(stuck::replace).orElse(false);
  }

  private static WorkflowClientOptions options() {
    return WorkflowClientOptions.newBuilder()
        .setDataConverter(HistoryMapper.dataConverter())
        .build();
  }

  /** Takes the first task of an incident and never answers; Temporal waits for ten seconds. */
  private static void letTheFirstTaskTimeOut(WorkflowClient client, TemporalCalls calls)
      throws Exception {
    Alert down = new Alert("etcdMembersDown", "f1", NOON, true);
    pass(new Incidents(client, calls, SILENT), routed(LEDGER, down));
    Await.until("the first task", LIMIT, () -> !polled(client).isEmpty());
  }

  /** Passes the alerts, again while Temporal, which has only just started, does not answer. */
  private static void pass(Incidents incidents, Incidents.Routed... alerts) throws Exception {
    Await.until(
        "Temporal takes the alerts",
        LIMIT,
        () -> incidents.pass(List.of(alerts)) instanceof Outcome.Done);
  }

  /** Returns the token of a task; empty where Temporal answered the poll without one. */
  private static ByteString polled(WorkflowClient client) {
    return client
        .getWorkflowServiceStubs()
        .blockingStub()
        .pollWorkflowTaskQueue(
            PollWorkflowTaskQueueRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setTaskQueue(TaskQueue.newBuilder().setName(SILENT))
                .build())
        .getTaskToken();
  }

  private static void awaitFailing(WorkflowClient client, ClusterKey cluster) throws Exception {
    awaitFailing(client, IncidentNames.workflowId(cluster));
  }

  private static void awaitFailing(WorkflowClient client, String workflowId) throws Exception {
    WorkflowStub workflow = client.newUntypedWorkflowStub(workflowId);
    Await.until(
        "the second attempt of the task",
        LIMIT,
        () -> workflow.describe().getRawDescription().getPendingWorkflowTask().getAttempt() >= 2);
  }

  private static List<Alert> signals(WorkflowClient client) {
    return client
        .streamHistory(IncidentNames.workflowId(PAYMENTS), runId(client, PAYMENTS))
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(event -> event.getWorkflowExecutionSignaledEventAttributes().getInput())
        .map(
            input ->
                HistoryMapper.dataConverter()
                    .fromPayload(input.getPayloads(0), AlertGroup.class, AlertGroup.class))
        .flatMap(group -> group.alerts().stream())
        .toList();
  }

  private static String runId(WorkflowClient client, ClusterKey cluster) {
    WorkflowStub incident = client.newUntypedWorkflowStub(IncidentNames.workflowId(cluster));
    return incident.describe().getExecution().getRunId();
  }

  private static Incidents.Routed routed(ClusterKey cluster, Alert alert) {
    return new Incidents.Routed(cluster, alert);
  }
}
