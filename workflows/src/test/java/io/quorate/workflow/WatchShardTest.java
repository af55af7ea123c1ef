package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.Request;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shard from one day to the next. */
@Timeout(60)
class WatchShardTest {
  private final List<WatchedShard> held = new ArrayList<>();
  private final List<SaidSilence> told = new CopyOnWriteArrayList<>();

  @Test
  void eachHolderBeginsWithTheReportOfTheHolderBefore() {
    try (TestWorkflowEnvironment temporal = environment()) {
      Worker worker = temporal.newWorker("quorate");
      worker.registerWorkflowImplementationTypes(WatchShard.class);
      worker.registerActivitiesImplementations((ShardActivities) this::hold);
      temporal.start();

      WorkflowStub shard =
          temporal
              .getWorkflowClient()
              .newUntypedWorkflowStub(
                  WatchNames.TYPE,
                  WorkflowOptions.newBuilder()
                      .setWorkflowId(WatchNames.workflowId(17))
                      .setTaskQueue("quorate")
                      .build());
      shard.start(OpaqueValues.of(WatchedShard.begun(17)));
      shard.getResult(Void.class);
    }
    assertThat(held).extracting(WatchedShard::clusters).containsExactly(0, 1, 2);
    assertThat(held).extracting(WatchedShard::number).containsOnly(17);
  }

  @Test
  void aSilenceOutlivesTheHolder() {
    try (TestWorkflowEnvironment temporal = environment()) {
      Worker worker = temporal.newWorker("quorate");
      worker.registerWorkflowImplementationTypes(WatchShard.class);
      CountDownLatch end = new CountDownLatch(1);
      worker.registerActivitiesImplementations(
          (ShardActivities) written -> held.isEmpty() ? first(written, end) : Opaque.NOTHING,
          (SilenceActivities) said -> told.add(OpaqueValues.read(said, SaidSilence.class)));
      temporal.start();
      WorkflowStub shard =
          temporal
              .getWorkflowClient()
              .newUntypedWorkflowStub(
                  WatchNames.TYPE,
                  WorkflowOptions.newBuilder()
                      .setWorkflowId(WatchNames.workflowId(17))
                      .setTaskQueue("quorate")
                      .build());
      shard.start(OpaqueValues.of(WatchedShard.begun(17)));
      SilencedFinding silenced =
          new SilencedFinding(
              new ClusterKey("main"),
              "leader-flapping",
              "dana",
              "the disk is ordered",
              Instant.now().plusSeconds(86_400),
              Optional.empty());

      Request.Answer answer =
          shard.update(WatchNames.SILENCE, Request.Answer.class, OpaqueValues.of(silenced));
      assertThat(answer.counted()).isTrue();
      assertThat(answer.sentence()).startsWith("Nobody is told of leader-flapping of main until");
      assertThat(memo(shard)).containsExactly(silenced);
      end.countDown();
      shard.getResult(Void.class);
      assertThat(memo(shard)).as("of the next run").containsExactly(silenced);
      assertThat(told).extracting(SaidSilence::finding).containsExactly(silenced);
    }
  }

  private static List<SilencedFinding> memo(WorkflowStub shard) {
    Opaque memo = (Opaque) shard.describe().getMemo(WatchNames.SILENCED, Opaque.class);
    return OpaqueValues.read(memo, SilencedFindings.class).all();
  }

  private Opaque first(Opaque written, CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    held.add(OpaqueValues.read(written, WatchedShard.class));
    return written;
  }

  private Opaque hold(Opaque written) {
    WatchedShard before = OpaqueValues.read(written, WatchedShard.class);
    held.add(before);
    return held.size() == 3
        ? Opaque.NOTHING
        : OpaqueValues.of(
            new WatchedShard(17, before.clusters() + 1, Optional.empty(), List.of(), 0, List.of()));
  }

  private static TestWorkflowEnvironment environment() {
    return TestWorkflowEnvironment.newInstance(
        TestEnvironmentOptions.newBuilder()
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder()
                    .setDataConverter(HistoryMapper.dataConverter())
                    .build())
            .build());
  }
}
