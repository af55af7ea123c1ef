package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.quorate.operation.OperationNames;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.SearchAttributes;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DefaultDataConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code RunningRuns}: callers within three seconds share one list of Temporal. */
class RunningRunsTest {
  private static final String PAYMENTS = "operation/payments";

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger lists = new AtomicInteger();
  private final List<WorkflowExecutionMetadata> there = new ArrayList<>();
  private boolean away;
  private final RunningRuns runs = new RunningRuns(this::list, nanos::get);

  @Test
  void aListServesAllWhoAskWithinThreeSeconds() {
    there.add(run(PAYMENTS, "r1", "waiting-for-approval"));
    for (int asked = 0; asked < 1000; asked++) {
      assertThat(runs.run(PAYMENTS)).isPresent();
    }
    assertThat(lists).hasValue(1);

    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(runs.run("operation/none")).isEmpty();
    assertThat(lists).hasValue(2);
  }

  @Test
  void aListOfManyPagesIsReadTheLessOftenTheMorePagesItHas() {
    for (int number = 0; number < 10_000; number++) {
      there.add(run("operation/c" + number, "r1", "waiting-for-approval"));
    }
    runs.run(PAYMENTS);
    nanos.addAndGet(Duration.ofSeconds(15).toNanos());
    runs.run(PAYMENTS);
    assertThat(lists).as("11 pages in 16.5 s").hasValue(1);

    nanos.addAndGet(Duration.ofMillis(1500).toNanos());
    runs.run(PAYMENTS);
    assertThat(lists).hasValue(2);
  }

  @Test
  void aChangeOfPhaseIsAnotherMark() {
    there.add(run(PAYMENTS, "r1", "waiting-for-approval"));
    var before = runs.run(PAYMENTS);
    there.set(0, run(PAYMENTS, "r1", "running"));
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());

    assertThat(runs.run(PAYMENTS)).isPresent().isNotEqualTo(before);
  }

  @Test
  void aMarkedChangeWithoutAnotherPhaseIsAnotherMark() {
    there.add(marked("1"));
    var before = runs.run(PAYMENTS).orElseThrow();
    there.set(0, marked("2"));
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());

    assertThat(before.marksChanges()).isTrue();
    assertThat(runs.run(PAYMENTS).orElseThrow().mark()).isNotEqualTo(before.mark());
  }

  @Test
  void aRunOfAnEarlierReleaseMarksNoChanges() {
    there.add(run(PAYMENTS, "r1", "waiting-for-approval"));
    assertThat(runs.run(PAYMENTS).orElseThrow().marksChanges()).isFalse();
  }

  @Test
  void anUnavailableListChangesNoMark() {
    there.add(run(PAYMENTS, "r1", "running"));
    var before = runs.run(PAYMENTS);
    away = true;
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(runs.run(PAYMENTS)).isEqualTo(before);
    assertThat(runs.since(Instant.EPOCH)).isEmpty();
  }

  private Stream<WorkflowExecutionMetadata> list(String query) {
    lists.incrementAndGet();
    if (away) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    return there.stream();
  }

  private static WorkflowExecutionMetadata run(String workflowId, String runId, String phase) {
    return new WorkflowExecutionMetadata(
        info(workflowId, runId, phase).build(), DefaultDataConverter.STANDARD_INSTANCE);
  }

  /** Run of a question in which this many changes were marked. */
  private static WorkflowExecutionMetadata marked(String changes) {
    return new WorkflowExecutionMetadata(
        info(PAYMENTS, "r1", "waiting-for-approval")
            .setMemo(Memo.newBuilder().putFields(OperationNames.CHANGES, payload(changes)))
            .build(),
        DefaultDataConverter.STANDARD_INSTANCE);
  }

  private static Payload payload(String text) {
    return Payload.newBuilder().setData(ByteString.copyFromUtf8(text)).build();
  }

  private static WorkflowExecutionInfo.Builder info(String workflowId, String runId, String phase) {
    return WorkflowExecutionInfo.newBuilder()
        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId).setRunId(runId))
        .setStatus(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
        .setSearchAttributes(
            SearchAttributes.newBuilder().putIndexedFields("Phase", payload(phase)));
  }
}
