package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.quorate.configuration.HostPort;
import io.quorate.configuration.TemporalSettings;
import io.quorate.history.OpaqueValues;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.Opaque;
import io.quorate.worker.activity.DeadWorkers;
import io.quorate.workflow.Notifier;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueResponse;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real Temporal: activities whose heartbeats are minutes apart, and a worker that is dead. */
@Timeout(120)
class DeadWorkersIT {
  private static final String QUEUE = "quorate";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  private TemporalServer server;
  private TemporalConnection temporal;
  private WorkerFactory workflows;

  @BeforeEach
  void begin() throws Exception {
    server = TemporalServer.layOut(ToolsForTests.temporal(), folder.path());
    server.start(LIMIT);
    temporal =
        new TemporalConnection(
            new TemporalSettings(
                HostPort.of(URI.create("http://" + server.target())),
                "default",
                QUEUE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    temporal.registerSearchAttributes();
    workflows = WorkerFactory.newInstance(temporal.client());
    workflows
        .newWorker(QUEUE, WorkerOptions.newBuilder().setLocalActivityWorkerOnly(true).build())
        .registerWorkflowImplementationTypes(Notifier.class);
    workflows.start();
  }

  @AfterEach
  void end() throws Exception {
    workflows.shutdownNow();
    temporal.close();
    server.close();
  }

  @Test
  void anActivityOfADeadWorkerBeginsAnewAtOnce() throws Exception {
    WorkflowStub first = notifier("first");
    PollActivityTaskQueueResponse ofTheDead = polledBy("dead");
    WorkflowStub second = notifier("second");
    PollActivityTaskQueueResponse ofTheLiving = polledBy("living");
    assertThat(ofTheDead.getWorkflowExecution()).isEqualTo(first.getExecution());
    assertThat(ofTheLiving.getWorkflowExecution()).isEqualTo(second.getExecution());
    Await.until(
        "Temporal to list both",
        LIMIT,
        () -> temporal.client().listExecutions("ExecutionStatus = \"Running\"").count() == 2);

    released("dead", Instant.now());

    PollActivityTaskQueueResponse next = polledBy("next");
    assertThat(next.getWorkflowExecution()).isEqualTo(first.getExecution());
    assertThat(next.getAttempt()).isEqualTo(2);
    assertThat(next.getHeartbeatTimeout().getSeconds()).isGreaterThan(LIMIT.toSeconds());
    assertThat(second.describe().getRawDescription().getPendingActivitiesList())
        .singleElement()
        .satisfies(held -> assertThat(held.getLastWorkerIdentity()).isEqualTo("living"));
  }

  @Test
  void anActivityThatAWorkerTookLaterStaysWithTheWorker() throws Exception {
    WorkflowStub notifier = notifier("first");
    Instant before = Instant.now();
    polledBy("back");
    Await.until(
        "Temporal to list it",
        LIMIT,
        () -> temporal.client().listExecutions("ExecutionStatus = \"Running\"").count() == 1);

    released("back", before.minusSeconds(1));

    assertThat(notifier.describe().getRawDescription().getPendingActivitiesList())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.getLastWorkerIdentity()).isEqualTo("back");
              assertThat(held.getAttempt()).isOne();
            });
  }

  private void released(String identity, Instant silent) {
    new DeadWorkers(temporal.client()).release(OpaqueValues.of(identity), OpaqueValues.of(silent));
  }

  private WorkflowStub notifier(String subject) {
    WorkflowStub notifier =
        temporal
            .client()
            .newUntypedWorkflowStub(
                NotifierNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(NotifierNames.workflowId(subject))
                    .setTaskQueue(QUEUE)
                    .build());
    notifier.start(OpaqueValues.of(Opaque.NOTHING));
    return notifier;
  }

  private PollActivityTaskQueueResponse polledBy(String identity) {
    PollActivityTaskQueueResponse polled =
        temporal
            .client()
            .getWorkflowServiceStubs()
            .blockingStub()
            .withDeadlineAfter(LIMIT.toSeconds(), TimeUnit.SECONDS)
            .pollActivityTaskQueue(
                PollActivityTaskQueueRequest.newBuilder()
                    .setNamespace("default")
                    .setIdentity(identity)
                    .setTaskQueue(TaskQueue.newBuilder().setName(QUEUE))
                    .build());
    assertThat(polled.getTaskToken()).isNotEqualTo(ByteString.EMPTY);
    return polled;
  }
}
