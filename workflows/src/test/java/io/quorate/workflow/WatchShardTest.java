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
import java.util.concurrent.atomic.AtomicBoolean;
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
      CountDownLatch end = new CountDownLatch(1);
      WorkflowStub shard =
          started(
              temporal,
              written -> held.isEmpty() ? first(written, end) : Opaque.NOTHING,
              said -> told.add(OpaqueValues.read(said, SaidSilence.class)));
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

  @Test
  void aSilenceThatARunCouldNotTellIsToldByTheNextRun() {
    try (TestWorkflowEnvironment temporal = environment()) {
      CountDownLatch end = new CountDownLatch(1);
      AtomicBoolean next = new AtomicBoolean();
      WorkflowStub shard =
          started(
              temporal,
              written -> {
                next.set(!held.isEmpty());
                return held.isEmpty() ? first(written, end) : Opaque.NOTHING;
              },
              said -> {
                if (!next.get()) {
                  throw new IllegalStateException("the channel is away");
                }
                told.add(OpaqueValues.read(said, SaidSilence.class));
              });

      silence(shard, disk("etcd-1", "bob", 86_400));
      end.countDown();
      shard.getResult(Void.class);

      assertThat(told).extracting(one -> one.finding().by()).containsExactly("bob");
    }
  }

  @Test
  void theEndOfNothingIsNotToldAndAnEndNamesAWiderSilence() {
    try (TestWorkflowEnvironment temporal = environment()) {
      CountDownLatch end = new CountDownLatch(1);
      WorkflowStub shard =
          started(
              temporal,
              written -> held.isEmpty() ? first(written, end) : Opaque.NOTHING,
              said -> told.add(OpaqueValues.read(said, SaidSilence.class)));

      assertThat(silence(shard, disk("etcd-1", "dana", -60)).sentence())
          .isEqualTo("Nothing silenced slow-disk of etcd-1 of main: people are told.");
      silence(shard, disk("", "bob", 86_400));
      silence(shard, disk("etcd-1", "bob", 86_400));
      silence(shard, disk("etcd-1", "dana", -60));
      end.countDown();
      shard.getResult(Void.class);

      assertThat(told).extracting(one -> one.finding().by()).containsOnly("bob", "dana").hasSize(3);
      assertThat(told.stream().filter(one -> one.finding().by().equals("dana")).toList())
          .singleElement()
          .satisfies(
              said ->
                  assertThat(said.sentence())
                      .startsWith("dana ended the silence of slow-disk of etcd-1 of main: known.")
                      .contains("bob silenced slow-disk of main until ")
                      .endsWith(", so nobody is told yet."));
    }
  }

  private static SilencedFinding disk(String member, String by, long seconds) {
    return new SilencedFinding(
        new ClusterKey("main"),
        "slow-disk",
        by,
        "known",
        Instant.now().plusSeconds(seconds),
        Optional.of(member).filter(name -> !name.isEmpty()));
  }

  private static Request.Answer silence(WorkflowStub shard, SilencedFinding finding) {
    return shard.update(WatchNames.SILENCE, Request.Answer.class, OpaqueValues.of(finding));
  }

  private static WorkflowStub started(
      TestWorkflowEnvironment temporal, ShardActivities holder, SilenceActivities people) {
    Worker worker = temporal.newWorker("quorate");
    worker.registerWorkflowImplementationTypes(WatchShard.class);
    worker.registerActivitiesImplementations(holder, people);
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
    return shard;
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
