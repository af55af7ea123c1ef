package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.quorate.slack.SlackChannel;
import io.quorate.workflow.Notifier;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Forty clusters that are lost at once, in front of a Slack that takes one message a second: a
 * worker in a process of its own tells people, and is killed in the middle.
 */
@Timeout(240)
class ManyClustersIT extends NotifiedOperations {
  private static final int CLUSTERS = 40;
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Forty messages, a second apart, and two starts of a process. */
  private static final Duration ALL = Duration.ofSeconds(150);

  @TempDir Path directory;
  private int port;
  private TestServer.PortBoundTestServer temporal;
  private WorkflowServiceStubs stubs;
  private WorkerFactory workflows;
  private SlackEmulator slack;

  @BeforeEach
  void serve() throws Exception {
    try (ReservedPort free = ReservedPort.take()) {
      port = free.number();
    }
    temporal = TestServer.createPortBoundServer(port);
    slack = SlackEmulator.start(0);
    slack.faults().forgetClientIds();
    slack.faults().atMostEvery("chat.postMessage", Duration.ofMillis(900));
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target()).build());
    workflows = WorkerFactory.newInstance(client());
    Worker worker =
        workflows.newWorker(
            QUEUE, WorkerOptions.newBuilder().setLocalActivityWorkerOnly(true).build());
    worker.registerWorkflowImplementationTypes(ScriptedOperation.Execution.class, Notifier.class);
    workflows.start();
  }

  @AfterEach
  void end() throws Exception {
    workflows.shutdownNow();
    stubs.shutdownNow();
    slack.close();
    temporal.close();
  }

  @Test
  void people_see_every_cluster_within_seconds_and_each_is_asked_about_once() throws Exception {
    List<ClusterKey> clusters =
        IntStream.range(0, CLUSTERS)
            .mapToObj(number -> new ClusterKey("c%02d".formatted(number)))
            .toList();
    List<WorkflowStub> operations = clusters.stream().map(this::asking).toList();
    try (NotifierChild first = child()) {
      slack.awaitMessage(Duration.ofSeconds(60), any -> true);
      Await.until(
          "every cluster to be named", SOON, () -> clusters.stream().allMatch(this::isSeen));
      assertThat(questions()).as("the summary named most of them").isLessThan(15);
      take(operations.getLast());
      slack.awaitMessage(SOON, message -> isQuestion(message, clusters.getLast()));
      assertThat(questions()).as("the taken cluster did not wait for its turn").isLessThan(30);
      first.kill();
    }

    try (NotifierChild second = child()) {
      Await.until("a question of each", ALL, () -> questions() >= CLUSTERS);
      assertThat(second).isNotNull();
    }
    assertThat(slack.messages())
        .filteredOn(message -> message.text().contains("clusters need people"))
        .hasSize(1);
    assertThat(clusters)
        .allSatisfy(
            cluster ->
                assertThat(slack.messages())
                    .filteredOn(message -> isQuestion(message, cluster))
                    .hasSize(1));
    assertThat(slack.mentions()).as("who was woken how often").hasSizeLessThan(15);
  }

  private boolean isSeen(ClusterKey cluster) {
    return slack.messages().stream().anyMatch(message -> message.text().contains(cluster.value()));
  }

  private static boolean isQuestion(ChannelMessage message, ClusterKey cluster) {
    return message.threadTs().isEmpty()
        && message.metadata().toString().contains("\"operation\":\"" + cluster + ".");
  }

  private long questions() {
    return slack.messages().stream()
        .filter(message -> message.metadata().toString().contains("\"keys\":\"question."))
        .count();
  }

  /** Starts an operation of this cluster, which asks a question, and its notifier. */
  private WorkflowStub asking(ClusterKey cluster) {
    WorkflowStub operation = stub("MinorityReplace", OperationRequest.workflowId(cluster));
    operation.start(
        new OperationRequest(
            cluster, "minority-replace", Map.of(), "sam", cluster + ": replace etcd-1"));
    String first = operation.getExecution().getRunId();
    String id = OperationRequest.operationId(cluster, first);
    stub(NotifierNames.TYPE, NotifierNames.workflowId(id))
        .start(
            new NotifierSubject(
                NotifierSubject.Kind.OPERATION,
                cluster,
                id,
                OperationRequest.workflowId(cluster),
                first));
    return operation;
  }

  private static void take(WorkflowStub operation) {
    operation.update(
        OperationNames.TAKE,
        Request.Answer.class,
        new Taken("dana", "command line", Instant.now()));
  }

  private NotifierChild child() throws Exception {
    return NotifierChild.start(
        new NotifierChild.Environment(
            target(),
            QUEUE,
            slack.apiUrl(),
            slack.tokens().bot(),
            slack.channel(),
            SlackChannel.DISTANCE),
        directory.resolve("child.log"));
  }

  private String target() {
    return "127.0.0.1:" + port;
  }

  @Override
  WorkflowClient client() {
    return WorkflowClient.newInstance(
        stubs,
        WorkflowClientOptions.newBuilder().setDataConverter(HistoryMapper.dataConverter()).build());
  }
}
