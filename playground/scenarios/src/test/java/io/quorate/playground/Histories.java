package io.quorate.playground;

import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What Temporal itself has written down, and what a person may do with it there. */
final class Histories implements AutoCloseable {
  private static final WorkflowTaskFailedCause UNHANDLED_COMMAND =
      WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;

  private final WorkflowServiceStubs stubs;
  private final WorkflowClient client;

  Histories(String target) {
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
    client = WorkflowClient.newInstance(stubs, WorkflowClientOptions.getDefaultInstance());
  }

  /** The whole history of the last run. */
  WorkflowExecutionHistory of(String workflowId) {
    return client.fetchHistory(workflowId);
  }

  /** Ends it as a person may on Temporal's page: nothing of it is told to Quorate. */
  void terminate(String workflowId) {
    client.newUntypedWorkflowStub(workflowId).terminate("by hand");
  }

  /** When activities were taken up again, in their order. */
  List<Instant> laterAttempts(String workflowId) {
    return of(workflowId).getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskStartedEventAttributes)
        .filter(event -> event.getActivityTaskStartedEventAttributes().getAttempt() > 1)
        .map(HistoryEvent::getEventTime)
        .map(time -> Instant.ofEpochSecond(time.getSeconds(), time.getNanos()))
        .toList();
  }

  /**
   * Workflow tasks that failed, of all workflows there are. A command that met news is no failure:
   * Temporal has the worker think again.
   */
  List<String> failedTasks() {
    return client
        .listExecutions("")
        .flatMap(
            run ->
                client
                    .fetchHistory(run.getExecution().getWorkflowId(), run.getExecution().getRunId())
                    .getEvents()
                    .stream()
                    .filter(HistoryEvent::hasWorkflowTaskFailedEventAttributes)
                    .map(HistoryEvent::getWorkflowTaskFailedEventAttributes)
                    .filter(failed -> failed.getCause() != UNHANDLED_COMMAND)
                    .map(failed -> run.getExecution().getWorkflowId() + ": " + failed.getFailure()))
        .toList();
  }

  /**
   * Keeps the histories of the last operation and of the last incident for replays, if asked to:
   * with {@code -Dquorate.recordHistories=DIR}.
   */
  void keep(String name) throws IOException {
    String folder = System.getProperty("quorate.recordHistories");
    if (folder != null) {
      Files.createDirectories(Path.of(folder));
      for (String workflow : List.of("operation", "incident")) {
        String json = of(workflow + "/" + Stage.CLUSTER).toJson(true);
        Files.writeString(Path.of(folder, name + "-" + workflow + ".json"), json + "\n");
      }
    }
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
