package io.quorate.playground;

import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What Temporal itself has written down. */
final class Histories implements AutoCloseable {
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

  /** When activities were taken up again, in their order. */
  List<Instant> laterAttempts(String workflowId) {
    return of(workflowId).getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskStartedEventAttributes)
        .filter(event -> event.getActivityTaskStartedEventAttributes().getAttempt() > 1)
        .map(HistoryEvent::getEventTime)
        .map(time -> Instant.ofEpochSecond(time.getSeconds(), time.getNanos()))
        .toList();
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
