package io.quorate.worker;

import io.grpc.StatusRuntimeException;
import io.quorate.operation.WorkerNames;
import io.quorate.worker.activity.WorkerLives;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Life of this process, as the workflow of its identity sees it. A process whose heartbeats
 * Temporal missed for a while begins a new life.
 */
final class OwnLife implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnLife.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final WorkflowClient client;
  private final String taskQueue;
  private final String identity;
  private final WorkerLives lives = new WorkerLives(System::nanoTime);
  private final ScheduledExecutorService starts =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("life").factory());

  OwnLife(WorkflowClient client, String taskQueue, String identity) {
    this.client = client;
    this.taskQueue = taskQueue;
    this.identity = identity;
  }

  /** Adds the poll of the task queue that is this process's alone. */
  void pollWith(WorkerFactory factory) {
    factory
        .newWorker(
            identity,
            WorkerOptions.newBuilder()
                .setIdentity(identity)
                .setMaxConcurrentActivityExecutionSize(1)
                .setMaxConcurrentActivityTaskPollers(1)
                .build())
        .registerActivitiesImplementations(lives);
  }

  /** Begins; the process polls already. */
  void begin() {
    ScheduledFuture<?> first =
        starts.scheduleWithFixedDelay(this::startIfSilent, 0, EVERY.toSeconds(), TimeUnit.SECONDS);
    assert !first.isCancelled();
  }

  private void startIfSilent() {
    if (!lives.isSilent()) {
      return;
    }
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(WorkerNames.workflowId(identity, lives.ended() + 1))
            .setTaskQueue(taskQueue)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setStaticSummary("life of a worker process")
            .build();
    try {
      String run =
          client.newUntypedWorkflowStub(WorkerNames.TYPE, options).start(identity).getRunId();
      LOG.debug("The life of this worker is run {}", run);
    } catch (StatusRuntimeException | WorkflowException away) {
      LOG.warn("The life of this worker was not begun: {}", away.toString());
    }
  }

  @Override
  public void close() {
    starts.shutdownNow();
  }
}
