package io.quorate.playground;

import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.WorkflowExecutionVersioningInfo;
import io.temporal.api.workflowservice.v1.ResetWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.SetWorkerDeploymentCurrentVersionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Temporal itself has written down, and what a person may do with it there. */
final class Histories implements AutoCloseable {
  private static final WorkflowTaskFailedCause UNHANDLED_COMMAND =
      WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;

  /**
   * Begin of what the SDK says when its cache of a run is older than Temporal takes it to be. A
   * query that waited while the run's task was done carries a history from before that task, and
   * puts what it built from it into the cache ({@code WorkflowExecutorCache.getOrCreate} of SDK
   * 1.38.0). Temporal hands the next task out again with the whole history; no command differs.
   */
  private static final String CACHE_TOO_OLD = "History is out of order. There is a gap";

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

  /** The whole history of one run. */
  WorkflowExecutionHistory of(WorkflowExecution run) {
    return client.fetchHistory(run.getWorkflowId(), run.getRunId());
  }

  /** The id of its last run. */
  String lastRun(String workflowId) {
    return client.newUntypedWorkflowStub(workflowId).describe().getExecution().getRunId();
  }

  /** All runs that Temporal knows. */
  List<WorkflowExecutionMetadata> all() {
    return client.listExecutions("").toList();
  }

  /** The workers that hold an activity which has begun, of any running workflow of these types. */
  List<String> holders(String... types) {
    String wanted = Stream.of(types).map("\"%s\""::formatted).collect(Collectors.joining(", "));
    return client
        .listExecutions("ExecutionStatus = \"Running\" AND WorkflowType IN (%s)".formatted(wanted))
        .flatMap(
            run ->
                client
                    .newUntypedWorkflowStub(run.getExecution().getWorkflowId())
                    .describe()
                    .getRawDescription()
                    .getPendingActivitiesList()
                    .stream())
        .filter(
            activity -> activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
        .map(PendingActivityInfo::getLastWorkerIdentity)
        .toList();
  }

  /** Asks it to end as a person may on Temporal's page. */
  void cancel(String workflowId) {
    client.newUntypedWorkflowStub(workflowId).cancel();
  }

  /** Ends it as a person may on Temporal's page: nothing of it is told to Quorate. */
  void terminate(String workflowId) {
    client.newUntypedWorkflowStub(workflowId).terminate("by hand");
  }

  /**
   * Resets the last run to what it knew before it began this activity, as a person may on
   * Temporal's page; returns the id of the new run.
   */
  String reset(String workflowId, String activityType) {
    List<HistoryEvent> events = of(workflowId).getEvents();
    long scheduled =
        events.stream()
            .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
            .filter(event -> activityType(event).equals(activityType))
            .mapToLong(HistoryEvent::getEventId)
            .min()
            .orElseThrow();
    long task =
        events.stream()
            .filter(HistoryEvent::hasWorkflowTaskCompletedEventAttributes)
            .mapToLong(HistoryEvent::getEventId)
            .filter(id -> id < scheduled)
            .max()
            .orElseThrow();
    return stubs
        .blockingStub()
        .resetWorkflowExecution(
            ResetWorkflowExecutionRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setWorkflowExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId))
                .setReason("under test")
                .setRequestId(UUID.randomUUID().toString())
                .setWorkflowTaskFinishEventId(task)
                .build())
        .getRunId();
  }

  private static String activityType(HistoryEvent scheduled) {
    return scheduled.getActivityTaskScheduledEventAttributes().getActivityType().getName();
  }

  /** The build that did the last workflow task, and how its runs move. */
  WorkflowExecutionVersioningInfo versioning(String workflowId) {
    return client
        .newUntypedWorkflowStub(workflowId)
        .describe()
        .getWorkflowExecutionInfo()
        .getVersioningInfo();
  }

  /**
   * Has Temporal route to this build from now on.
   *
   * @throws io.grpc.StatusRuntimeException while Temporal has not heard of a worker of it
   */
  void makeCurrent(String deployment, String buildId) {
    stubs
        .blockingStub()
        .setWorkerDeploymentCurrentVersion(
            SetWorkerDeploymentCurrentVersionRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setDeploymentName(deployment)
                .setBuildId(buildId)
                .build());
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
   * Temporal has the worker think again. Nor is a cache that was too old.
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
                    .filter(failed -> !failed.getFailure().getMessage().startsWith(CACHE_TOO_OLD))
                    .map(failed -> run.getExecution().getWorkflowId() + ": " + failed.getFailure()))
        .toList();
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
