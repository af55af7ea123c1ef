package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.WorkerNames;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker from its first heartbeat to the release of what it had begun. */
@Timeout(60)
class WorkerLifeTest {
  private static final String IDENTITY = "quorate-1";

  private final List<String> released = new CopyOnWriteArrayList<>();
  private final AtomicInteger lives = new AtomicInteger();
  private TestWorkflowEnvironment temporal;

  @BeforeEach
  void begin() {
    temporal =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(HistoryMapper.dataConverter())
                        .build())
                .build());
    Worker worker = temporal.newWorker("quorate");
    worker.registerWorkflowImplementationTypes(WorkerLife.class);
    worker.registerActivitiesImplementations(
        (ReleaseActivities) (dead, silent) -> released.add(OpaqueValues.read(dead, String.class)));
  }

  @AfterEach
  void end() {
    temporal.close();
  }

  @Test
  void aWorkerThatFellSilentIsReleasedTwiceBecauseAListLagsBehind() {
    temporal
        .newWorker(IDENTITY)
        .registerActivitiesImplementations(
            (LifeActivities)
                () -> {
                  lives.incrementAndGet();
                  throw new IllegalStateException("stopping");
                });

    live();

    assertThat(lives).hasValue(1);
    assertThat(released).containsExactly(IDENTITY, IDENTITY);
  }

  @Test
  void aWorkerThatLivesOnAfterADayIsNotReleased() {
    temporal
        .newWorker(IDENTITY)
        .registerActivitiesImplementations(
            (LifeActivities)
                () -> {
                  assertThat(released).isEmpty();
                  if (lives.incrementAndGet() == 3) {
                    throw new IllegalStateException("stopping");
                  }
                });

    live();

    assertThat(lives).hasValue(3);
    assertThat(released).hasSize(2);
  }

  private void live() {
    temporal.start();
    WorkflowStub life =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                WorkerNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(WorkerNames.workflowId(IDENTITY, 1))
                    .setTaskQueue("quorate")
                    .build());
    life.start(IDENTITY);
    life.getResult(Void.class);
  }
}
