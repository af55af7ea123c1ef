package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
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
      assertThat(runs.mark(PAYMENTS)).isPresent();
    }
    assertThat(lists).hasValue(1);

    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(runs.mark("operation/none")).isEmpty();
    assertThat(lists).hasValue(2);
  }

  @Test
  void aChangeOfPhaseIsAnotherMark() {
    there.add(run(PAYMENTS, "r1", "waiting-for-approval"));
    var before = runs.mark(PAYMENTS);
    there.set(0, run(PAYMENTS, "r1", "running"));
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());

    assertThat(runs.mark(PAYMENTS)).isPresent().isNotEqualTo(before);
  }

  @Test
  void anUnavailableListChangesNoMark() {
    there.add(run(PAYMENTS, "r1", "running"));
    var before = runs.mark(PAYMENTS);
    away = true;
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(runs.mark(PAYMENTS)).isEqualTo(before);
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
        WorkflowExecutionInfo.newBuilder()
            .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId).setRunId(runId))
            .setStatus(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
            .setSearchAttributes(
                SearchAttributes.newBuilder()
                    .putIndexedFields(
                        "Phase",
                        Payload.newBuilder()
                            .setData(com.google.protobuf.ByteString.copyFromUtf8(phase))
                            .build()))
            .build(),
        DefaultDataConverter.STANDARD_INSTANCE);
  }
}
