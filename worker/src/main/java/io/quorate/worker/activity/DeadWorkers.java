package io.quorate.worker.activity;

import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import io.grpc.StatusRuntimeException;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.WorkerNames;
import io.quorate.port.Failure;
import io.quorate.workflow.IncidentActivities;
import io.quorate.workflow.ReleaseActivities;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Release of what dead workers had under way and what waits. Looks and steps are left alone: their
 * own heartbeats are a second apart, and two attempts at a step must not meet. Where a worker is
 * alive after all, a release costs one more attempt; the attempt looks before a message.
 */
public record DeadWorkers(WorkflowClient client) implements ReleaseActivities {
  private static final Logger LOG = LoggerFactory.getLogger(DeadWorkers.class);

  /** Workflows whose activities wait: operations, incidents, notifiers, and ends of workers. */
  private static final String WAITING =
      "ExecutionStatus = \"Running\""
          + " AND (EtcdCluster IS NOT NULL OR WorkflowType IN (\"%s\", \"%s\"))"
              .formatted(NotifierNames.TYPE, WorkerNames.TYPE);

  /** Activities whose heartbeats are minutes apart, or that have none. */
  private static final Set<String> HELD =
      Set.of(
          OperationNames.WATCH,
          IncidentActivities.WATCH,
          NotifierNames.FOLLOW,
          WorkerNames.RELEASE);

  /** Workflows that are asked at one time. */
  private static final int AT_ONCE = 16;

  @Override
  public void release(Opaque worker, Opaque silent) {
    String identity = Failures.order(worker, String.class);
    Timestamp since = Timestamps.fromMillis(Failures.order(silent, Instant.class).toEpochMilli());
    try {
      release(identity, since);
    } catch (StatusRuntimeException | WorkflowException unlisted) {
      throw Failures.translated(
          new Failure.Transient("Temporal does not list what runs: " + unlisted, unlisted));
    }
  }

  private void release(String identity, Timestamp since) {
    try (Stream<WorkflowExecutionMetadata> runs = client.listExecutions(WAITING);
        ExecutorService asking =
            Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      runs.map(WorkflowExecutionMetadata::getExecution)
          .forEach(run -> asking.execute(() -> release(run, identity, since)));
    }
  }

  /** The second release, and the attempt's own time-out, mend what this one misses. */
  private void release(WorkflowExecution run, String identity, Timestamp since) {
    try {
      client
          .newUntypedWorkflowStub(
              run.getWorkflowId(), Optional.of(run.getRunId()), Optional.empty())
          .describe()
          .getRawDescription()
          .getPendingActivitiesList()
          .stream()
          .filter(activity -> isHeld(activity, identity, since))
          .forEach(activity -> release(run, activity));
    } catch (WorkflowException | ActivityCompletionException | StatusRuntimeException missed) {
      LOG.debug("{} was not released: {}", run.getWorkflowId(), missed.toString());
    }
  }

  private static boolean isHeld(PendingActivityInfo activity, String identity, Timestamp since) {
    return HELD.contains(activity.getActivityType().getName())
        && activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
        && Timestamps.compare(activity.getLastStartedTime(), since) <= 0
        && activity.getLastWorkerIdentity().equals(identity);
  }

  private void release(WorkflowExecution run, PendingActivityInfo activity) {
    client
        .newActivityCompletionClient()
        .completeExceptionally(
            run.getWorkflowId(),
            Optional.of(run.getRunId()),
            activity.getActivityId(),
            ApplicationFailure.newFailure("The worker is gone.", FailureTypes.TRANSIENT));
    LOG.info("{} of {} is free again", activity.getActivityType().getName(), run.getWorkflowId());
  }
}
