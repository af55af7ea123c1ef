package io.quorate.gateway.http;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.quorate.causes.FleetTroubles;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.CauseNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.quorate.operation.WatchedShard;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.SearchAttributes;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.common.v1.WorkflowType;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsResponse;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.api.workflowservice.v1.QueryWorkflowRequest;
import io.temporal.api.workflowservice.v1.QueryWorkflowResponse;
import io.temporal.api.workflowservice.v1.SignalWithStartWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.SignalWithStartWorkflowExecutionResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Temporal on the wire that has running operations and holders of shards, and nothing else. The
 * calls to it are counted.
 */
final class PretendedTemporal extends WorkflowServiceGrpc.WorkflowServiceImplBase
    implements AutoCloseable {
  private static final DataConverter CONVERTER = HistoryMapper.dataConverter();

  final AtomicInteger calls = new AtomicInteger();
  final Map<String, WatchedShard> shards = new ConcurrentHashMap<>();
  final AtomicInteger signals = new AtomicInteger();
  final List<String> signalled = Collections.synchronizedList(new ArrayList<>());
  volatile boolean lists = true;
  volatile FleetTroubles troubles = FleetTroubles.NONE;
  volatile int mostSignals = Integer.MAX_VALUE;
  volatile long signalMillis;
  private final Map<String, ClusterKey> running = new TreeMap<>();
  private final Server server;
  private final WorkflowServiceStubs stubs;

  PretendedTemporal(List<ClusterKey> running) throws IOException {
    running.forEach(cluster -> this.running.put(OperationRequest.workflowId(cluster), cluster));
    this.server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(this)
            .intercept(new Counting())
            .build()
            .start();
    this.stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + server.getPort())
                .build());
  }

  /** Counts the calls. */
  private final class Counting implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      calls.incrementAndGet();
      return next.startCall(call, headers);
    }
  }

  WorkflowClient client() {
    return WorkflowClient.newInstance(
        stubs, WorkflowClientOptions.newBuilder().setDataConverter(CONVERTER).build());
  }

  @Override
  public void getSystemInfo(
      GetSystemInfoRequest request, StreamObserver<GetSystemInfoResponse> to) {
    answer(to, GetSystemInfoResponse.getDefaultInstance());
  }

  @Override
  public void listWorkflowExecutions(
      ListWorkflowExecutionsRequest request, StreamObserver<ListWorkflowExecutionsResponse> to) {
    if (!lists) {
      to.onError(Status.INVALID_ARGUMENT.withDescription("no such column").asRuntimeException());
      return;
    }
    List<String> ids = new ArrayList<>(running.keySet());
    ByteString token = request.getNextPageToken();
    int from = token.isEmpty() ? 0 : Integer.parseInt(token.toStringUtf8());
    int page = request.getPageSize() == 0 ? 1000 : request.getPageSize();
    int until = Math.min(ids.size(), from + page);
    ListWorkflowExecutionsResponse.Builder listed = ListWorkflowExecutionsResponse.newBuilder();
    ids.subList(from, until).forEach(id -> listed.addExecutions(info(id)));
    if (until < ids.size()) {
      listed.setNextPageToken(ByteString.copyFromUtf8(String.valueOf(until)));
    }
    answer(to, listed.build());
  }

  @Override
  public void countWorkflowExecutions(
      CountWorkflowExecutionsRequest request, StreamObserver<CountWorkflowExecutionsResponse> to) {
    answer(to, CountWorkflowExecutionsResponse.newBuilder().setCount(running.size()).build());
  }

  @Override
  public void describeWorkflowExecution(
      DescribeWorkflowExecutionRequest request,
      StreamObserver<DescribeWorkflowExecutionResponse> to) {
    String id = request.getExecution().getWorkflowId();
    WatchedShard shard = shards.get(id);
    if (shard == null && !running.containsKey(id)) {
      to.onError(Status.NOT_FOUND.withDescription("there is none").asRuntimeException());
      return;
    }
    DescribeWorkflowExecutionResponse.Builder described =
        DescribeWorkflowExecutionResponse.newBuilder()
            .setWorkflowExecutionInfo(info(id).toBuilder().setFirstRunId(runId(id)));
    if (shard != null) {
      described.addPendingActivities(
          PendingActivityInfo.newBuilder()
              .setState(PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
              .setHeartbeatDetails(
                  Payloads.newBuilder()
                      .addPayloads(CONVERTER.toPayload(OpaqueValues.of(shard)).orElseThrow())));
    }
    answer(to, described.build());
  }

  @Override
  public void queryWorkflow(
      QueryWorkflowRequest request, StreamObserver<QueryWorkflowResponse> to) {
    String workflow = request.getExecution().getWorkflowId();
    if (workflow.equals(CauseNames.WORKFLOW_ID)) {
      answer(to, result(troubles));
      return;
    }
    ClusterKey cluster = running.get(workflow);
    if (cluster == null) {
      to.onError(Status.NOT_FOUND.withDescription("there is none").asRuntimeException());
      return;
    }
    answer(to, result(StagedSlack.staged(cluster, "minority-replace", Phase.RUNNING)));
  }

  private static QueryWorkflowResponse result(Object state) {
    return QueryWorkflowResponse.newBuilder()
        .setQueryResult(CONVERTER.toPayloads(state).orElseThrow())
        .build();
  }

  /** Takes a signal after a while, as a busy server does, and refuses further ones. */
  @Override
  public void signalWithStartWorkflowExecution(
      SignalWithStartWorkflowExecutionRequest request,
      StreamObserver<SignalWithStartWorkflowExecutionResponse> to) {
    if (signals.incrementAndGet() > mostSignals) {
      to.onError(Status.PERMISSION_DENIED.withDescription("it is enough").asRuntimeException());
      return;
    }
    signalled.add(request.getWorkflowId());
    CompletableFuture.delayedExecutor(signalMillis, TimeUnit.MILLISECONDS)
        .execute(
            () ->
                answer(
                    to,
                    SignalWithStartWorkflowExecutionResponse.newBuilder()
                        .setRunId(runId(request.getWorkflowId()))
                        .build()));
  }

  private static WorkflowExecutionInfo info(String id) {
    return WorkflowExecutionInfo.newBuilder()
        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(id).setRunId(runId(id)))
        .setType(WorkflowType.newBuilder().setName("MinorityReplace"))
        .setStartTime(Timestamp.newBuilder().setSeconds(1_780_000_000))
        .setStatus(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
        .setSearchAttributes(
            SearchAttributes.newBuilder()
                .putIndexedFields(
                    "Phase",
                    CONVERTER.toPayload(Phase.RUNNING.words()).orElseThrow().toBuilder()
                        .putMetadata("type", ByteString.copyFromUtf8("Keyword"))
                        .build()))
        .build();
  }

  private static String runId(String id) {
    return "00000000-0000-0000-0000-%012x".formatted(id.hashCode());
  }

  private static <T> void answer(StreamObserver<T> to, T answer) {
    to.onNext(answer);
    to.onCompleted();
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    server.shutdownNow();
  }
}
