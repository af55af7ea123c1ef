package io.quorate.client;

import io.grpc.ClientInterceptor;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.Assessment;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.WatchReport;
import io.quorate.workflow.AssessmentActivities;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The in-process server of Temporal, with the clock of this machine and what Quorate needs. */
public final class TestTemporal {
  public static final String QUEUE = "quorate";

  private TestTemporal() {}

  /** Begins a server whose clients' calls go through these interceptors. */
  public static TestWorkflowEnvironment begun(ClientInterceptor... calls) {
    return TestWorkflowEnvironment.newInstance(
        TestEnvironmentOptions.newBuilder()
            .setUseTimeskipping(false)
            .setWorkflowServiceStubsOptions(
                WorkflowServiceStubsOptions.newBuilder()
                    .setGrpcClientInterceptors(List.of(calls))
                    .build())
            .registerSearchAttribute("EtcdCluster", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
            .registerSearchAttribute("Runbook", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
            .registerSearchAttribute("Phase", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
            .registerSearchAttribute("WaitingOn", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder()
                    .setDataConverter(HistoryMapper.dataConverter())
                    .build())
            .build());
  }

  /** Starts an operation on this cluster, without the gateway. */
  public static WorkflowStub running(
      WorkflowClient client, ClusterKey cluster, String runbook, String requestedBy) {
    WorkflowStub operation =
        client.newUntypedWorkflowStub(
            StableName.typeOf(runbook),
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId(OperationRequest.workflowId(cluster))
                .build());
    WorkflowExecution started =
        operation.start(new OperationRequest(cluster, runbook, Map.of(), requestedBy, runbook));
    return client.newUntypedWorkflowStub(
        started.getWorkflowId(), Optional.of(started.getRunId()), Optional.empty());
  }

  /** A failure after which Temporal waits for a minute, which is longer than a test. */
  public static ApplicationFailure later(String message) {
    return ApplicationFailure.newBuilder()
        .setMessage(message)
        .setType(FailureTypes.TRANSIENT)
        .setNextRetryDelay(Duration.ofMinutes(1))
        .build();
  }

  /** Looks that do not end during a test, so that an operation keeps running. */
  public static final class LongLooks implements AssessmentActivities {
    @Override
    public Assessment prescribe(Opaque order) {
      throw later("it takes its time");
    }

    @Override
    public WatchReport watch(Opaque order) {
      throw later("it takes its time");
    }
  }

  /** Says yes to the question of a scripted operation. */
  public static void approve(WorkflowStub operation) {
    operation.update(
        OperationNames.DECIDE,
        DecisionAnswer.class,
        new Decision(
            ScriptedOperation.DIGEST,
            "dana",
            Set.of("oncall"),
            Door.COMMAND_LINE,
            Decision.Kind.APPROVE,
            "",
            Instant.now(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }
}
