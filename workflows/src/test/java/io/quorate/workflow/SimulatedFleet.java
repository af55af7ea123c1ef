package io.quorate.workflow;

import io.quorate.drawing.DrawnCluster;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.WatchedShard;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** One worker and the workflows that a fleet has once, on Temporal's test server. */
final class SimulatedFleet implements AutoCloseable {
  static final String IDENTITY = "worker-1";
  private static final String QUEUE = "quorate";
  private static final Duration REAL_LIMIT = Duration.ofSeconds(80);

  final SimulatedPlaces places = new SimulatedPlaces();

  /** Opened when the day of the shard's holder is over. */
  final CountDownLatch dayIsOver = new CountDownLatch(1);

  private final AtomicInteger days = new AtomicInteger();
  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setInitialTime(DrawnCluster.NOW)
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setIdentity(IDENTITY)
                      .setDataConverter(HistoryMapper.dataConverter())
                      .build())
              .build());

  private Optional<WorkflowExecution> started = Optional.empty();

  SimulatedFleet() {
    Worker worker = temporal.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(
        FleetCauses.class, FleetPlaces.class, WatchShard.class, WorkerLife.class, SelfTest.class);
    worker.registerActivitiesImplementations(
        (CauseActivities) cause -> {},
        places,
        (ShardActivities) this::hold,
        (SilenceActivities) said -> {},
        (ReleaseActivities) (dead, silent) -> {},
        (SelfTestActivities) () -> {});
    temporal
        .newWorker(IDENTITY)
        .registerActivitiesImplementations(
            (LifeActivities)
                () -> {
                  if (days.incrementAndGet() > 1) {
                    throw new IllegalStateException("stopping");
                  }
                });
    temporal.start();
  }

  private Opaque hold(Opaque written) {
    try {
      dayIsOver.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    int number = OpaqueValues.read(written, WatchedShard.class).number();
    return days.incrementAndGet() == 1
        ? OpaqueValues.of(WatchedShard.begun(number))
        : Opaque.NOTHING;
  }

  WorkflowStub start(String type, String id, Object... arguments) {
    WorkflowStub workflow =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                type, WorkflowOptions.newBuilder().setTaskQueue(QUEUE).setWorkflowId(id).build());
    started = Optional.of(workflow.start(arguments));
    return workflow;
  }

  Instant now() {
    return Instant.ofEpochMilli(temporal.currentTimeMillis());
  }

  void pass(Duration time) {
    temporal.sleep(time);
  }

  void await(BooleanSupplier so) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    while (!so.getAsBoolean()) {
      if (Instant.now().isAfter(limit)) {
        throw new AssertionError("it did not happen");
      }
    }
  }

  /** The histories of all runs of the workflow, the first one first. */
  List<WorkflowExecutionHistory> histories() {
    List<WorkflowExecutionHistory> runs = new ArrayList<>();
    String id = started.orElseThrow().getWorkflowId();
    String run = started.orElseThrow().getRunId();
    while (!run.isEmpty()) {
      WorkflowExecutionHistory history = temporal.getWorkflowClient().fetchHistory(id, run);
      runs.add(history);
      run =
          history
              .getLastEvent()
              .getWorkflowExecutionContinuedAsNewEventAttributes()
              .getNewExecutionRunId();
    }
    return runs;
  }

  @Override
  public void close() {
    temporal.close();
  }
}
