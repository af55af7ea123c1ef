package io.quorate.worker.activity;

import io.grpc.StatusRuntimeException;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.Opaque;
import io.quorate.workflow.ReleaseActivities;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Release of what dead workers had under way. An attempt that is released twice, or whose worker
 * lives after all, costs one more attempt: each of them looks before it acts.
 */
public record DeadWorkers(WorkflowClient client) implements ReleaseActivities {
  private static final Logger LOG = LoggerFactory.getLogger(DeadWorkers.class);

  /** Workflows whose activities wait: operations, incidents, and their notifiers. */
  private static final String WAITING =
      "ExecutionStatus = \"Running\" AND (EtcdCluster IS NOT NULL OR WorkflowType = \"%s\")"
          .formatted(NotifierNames.TYPE);

  /** Workflows that are asked at one time. */
  private static final int AT_ONCE = 16;

  @Override
  public void release(Opaque worker) {
    String identity = Failures.order(worker, String.class);
    try (Stream<WorkflowExecutionMetadata> runs = client.listExecutions(WAITING);
        ExecutorService asking =
            Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      runs.map(WorkflowExecutionMetadata::getExecution)
          .forEach(run -> asking.execute(() -> release(run, identity)));
    }
  }

  /** The second release, and the attempt's own time-out, mend what this one misses. */
  private void release(WorkflowExecution run, String identity) {
    try {
      client
          .newUntypedWorkflowStub(
              run.getWorkflowId(), Optional.of(run.getRunId()), Optional.empty())
          .describe()
          .getRawDescription()
          .getPendingActivitiesList()
          .stream()
          .filter(activity -> isHeld(activity, identity))
          .forEach(activity -> release(run, activity));
    } catch (WorkflowException | ActivityCompletionException | StatusRuntimeException missed) {
      LOG.debug("{} was not released: {}", run.getWorkflowId(), missed.toString());
    }
  }

  private static boolean isHeld(PendingActivityInfo activity, String identity) {
    return activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
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
