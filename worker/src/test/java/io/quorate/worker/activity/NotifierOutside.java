package io.quorate.worker.activity;

import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.history.HistoryMapper;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.workflow.Notifier;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Notifiers whose activity is in a process of its own, with an emulated Slack. */
abstract class NotifierOutside extends NotifiedOperations {
  /** Time without a heartbeat of a killed worker until another one takes its notifiers over. */
  private static final Duration TAKEN_OVER = Duration.ofSeconds(9);

  @TempDir Path directory;
  SlackEmulator slack;
  private int port;
  private TestServer.PortBoundTestServer temporal;
  private WorkflowServiceStubs stubs;
  private WorkerFactory workflows;

  @BeforeEach
  void serve() throws Exception {
    try (ReservedPort free = ReservedPort.take()) {
      port = free.number();
    }
    temporal = TestServer.createPortBoundServer(port);
    slack = SlackEmulator.start(0);
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target()).build());
    workflows =
        WorkerFactory.newInstance(
            client(),
            WorkerFactoryOptions.newBuilder()
                .setWorkerInterceptors(new SoonTakenOver(TAKEN_OVER))
                .build());
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

  NotifierChild child() throws Exception {
    return child(Duration.ZERO);
  }

  /**
   * Starts the process.
   *
   * @param pace distance of writes to Slack
   */
  NotifierChild child(Duration pace) throws Exception {
    return NotifierChild.start(
        new NotifierChild.Environment(
            target(), QUEUE, slack.apiUrl(), slack.tokens().bot(), slack.channel(), pace),
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
