package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Timestamps;
import io.quorate.cluster.ClusterKey;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.common.v1.WorkflowType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DefaultDataConverter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunChainsTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  @Test
  void runsThatWereContinuedAsNewAreOneOperationNamedByTheFirst() {
    var operations =
        RunChains.of(
            List.of(
                run("00000000-cccccccc", 30, "RUNNING"),
                run("00000000-bbbbbbbb", 20, "CONTINUED_AS_NEW"),
                run("00000000-aaaaaaaa", 10, "CONTINUED_AS_NEW"),
                run("00000000-99999999", 5, "COMPLETED")),
            run -> OperationExecution.of(PAYMENTS, run));
    assertThat(operations)
        .extracting(OperationExecution::operation)
        .containsExactly("payments.aaaaaaaa", "payments.99999999");
    assertThat(operations.get(0).runId()).isEqualTo("00000000-cccccccc");
    assertThat(operations.get(0).running()).isTrue();
    assertThat(operations.get(0).startedAt().getEpochSecond()).isEqualTo(10);
  }

  private static WorkflowExecutionMetadata run(String runId, long startedAt, String status) {
    return new WorkflowExecutionMetadata(
        WorkflowExecutionInfo.newBuilder()
            .setExecution(
                WorkflowExecution.newBuilder().setWorkflowId("operation/payments").setRunId(runId))
            .setType(WorkflowType.newBuilder().setName("MinorityReplace"))
            .setStartTime(Timestamps.fromSeconds(startedAt))
            .setCloseTime(Timestamps.fromSeconds(startedAt + 5))
            .setStatus(WorkflowExecutionStatus.valueOf("WORKFLOW_EXECUTION_STATUS_" + status))
            .build(),
        DefaultDataConverter.STANDARD_INSTANCE);
  }
}
