package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import io.quorate.client.OperationDirectory.Found;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of operations where Temporal answers for some clusters only. */
@Timeout(60)
class OperationDirectoryTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final ClusterKey ORDERS = new ClusterKey("orders");

  private static final Instant IN_AN_HOUR = Instant.now().plus(Duration.ofHours(1));

  private final Away away = new Away();
  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setUseTimeskipping(false)
              .setWorkflowServiceStubsOptions(
                  WorkflowServiceStubsOptions.newBuilder()
                      .setGrpcClientInterceptors(List.of(away))
                      .build())
              .build());
  private final TemporalCalls calls = new TemporalCalls();

  /** Gives up the questions about some workflow ids, and answers the others slowly. */
  private static final class Away implements ClientInterceptor {
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private volatile boolean everywhere;
    private volatile long slowMillis;

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void sendMessage(Q message) {
          if (isAwayFor(message)) {
            cancel("Temporal is away for this one", null);
            return;
          }
          if (message instanceof DescribeWorkflowExecutionRequest) {
            slowly();
          }
          super.sendMessage(message);
        }
      };
    }

    private boolean isAwayFor(Object message) {
      return everywhere
          || message instanceof DescribeWorkflowExecutionRequest described
              && ids.contains(described.getExecution().getWorkflowId());
    }

    private void slowly() {
      try {
        TimeUnit.MILLISECONDS.sleep(slowMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @AfterEach
  void close() {
    calls.close();
    temporal.close();
  }

  @Test
  void aClusterThatIsNotAnsweredForIsANoticeAndTheOthersAreListed() {
    String run = start(PAYMENTS);
    start(ORDERS);
    away.ids.add(OperationRequest.workflowId(ORDERS));

    Found found = listed(List.of(ORDERS, PAYMENTS));

    assertThat(found.targets())
        .singleElement()
        .extracting(OperationExecution::runId)
        .isEqualTo(run);
    assertThat(found.notice().orElseThrow()).startsWith("Current operations may be missing here. ");
  }

  @Test
  void whereNothingIsAnsweredThereIsNoList() {
    away.everywhere = true;
    Outcome<Found> list = directory(List.of(PAYMENTS, ORDERS)).list(List.of(PAYMENTS, ORDERS));
    away.everywhere = false;
    assertThat(list).isInstanceOf(Outcome.Missed.class);
  }

  @Test
  void thousandsOfClustersForWhichThereIsNoTimeHideNoneThatWereAnsweredFor() {
    String run = start(PAYMENTS);
    away.slowMillis = 50;
    List<ClusterKey> all =
        Stream.concat(
                Stream.of(PAYMENTS),
                IntStream.range(0, 8000).mapToObj(number -> new ClusterKey("c" + number)))
            .toList();

    Found found = listed(all);

    assertThat(found.targets())
        .singleElement()
        .extracting(OperationExecution::runId)
        .isEqualTo(run);
    assertThat(found.notice().orElseThrow())
        .isEqualTo("Current operations may be missing here. Temporal did not answer within 5 s.");
  }

  @Test
  void anOperationOfAClusterThatIsLeftOutIsFoundByItsId() {
    start(ORDERS);
    OperationDirectory directory =
        new OperationDirectory(
            temporal.getWorkflowClient(),
            calls,
            () -> new KnownClusters(List.of(PAYMENTS), Map.of(ORDERS, "x.yml:3: is wrong")));
    String id =
        directory(List.of(ORDERS)).find("orders") instanceof Outcome.Done<OperationExecution> done
            ? done.value().operation()
            : "";

    assertThat(directory.find(id)).isInstanceOf(Outcome.Done.class);
    assertThat(directory.cluster("orders").toString())
        .contains("orders is left out of the configuration: x.yml:3: is wrong");
    assertThat(directory(List.of(PAYMENTS)).find(id)).isInstanceOf(Outcome.Missed.class);
  }

  @Test
  void anOperationThatWasTerminatedIsOverAfterAWhile() {
    start(PAYMENTS);
    String terminated = newest(PAYMENTS);
    assertThat(isOver(terminated, IN_AN_HOUR)).as("it runs").isFalse();

    stub(PAYMENTS).terminate("by hand");
    assertThat(isOver(terminated, IN_AN_HOUR)).isTrue();
    assertThat(isOver(terminated, Instant.EPOCH)).as("it has just ended").isFalse();
    assertThat(isOver("payments.0badcafe", IN_AN_HOUR)).as("nobody knows it").isFalse();
    assertThat(isOver("orders" + terminated.substring(8), IN_AN_HOUR)).isFalse();
  }

  @Test
  void anOperationIsNotOverWhileTheNextOneRuns() {
    start(PAYMENTS);
    String terminated = newest(PAYMENTS);
    stub(PAYMENTS).terminate("by hand");
    start(PAYMENTS);

    assertThat(isOver(terminated, IN_AN_HOUR)).isFalse();
  }

  @Test
  void whereTemporalDoesNotAnswerNoOperationIsOver() {
    start(PAYMENTS);
    String terminated = newest(PAYMENTS);
    stub(PAYMENTS).terminate("by hand");
    away.everywhere = true;
    boolean over = isOver(terminated, IN_AN_HOUR);
    away.everywhere = false;

    assertThat(over).isFalse();
  }

  private boolean isOver(String operation, Instant time) {
    return directory(List.of(PAYMENTS, ORDERS)).isOver(PAYMENTS, operation, time);
  }

  /** The id of the newest operation of a cluster. */
  private String newest(ClusterKey cluster) {
    return directory(List.of(cluster)).current(cluster)
            instanceof Outcome.Done<OperationExecution> done
        ? done.value().operation()
        : "";
  }

  private WorkflowStub stub(ClusterKey cluster) {
    return temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(OperationRequest.workflowId(cluster));
  }

  private Found listed(List<ClusterKey> clusters) {
    return switch (directory(clusters).list(clusters)) {
      case Outcome.Done<Found> done -> done.value();
      case Outcome.Missed<Found> missed -> throw new AssertionError(missed.sentence());
    };
  }

  private OperationDirectory directory(List<ClusterKey> clusters) {
    return new OperationDirectory(
        temporal.getWorkflowClient(), calls, () -> new KnownClusters(clusters, Map.of()));
  }

  /** Starts an operation that nobody works on; returns its run id. */
  private String start(ClusterKey cluster) {
    WorkflowStub operation =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                "MinorityReplace",
                WorkflowOptions.newBuilder()
                    .setTaskQueue("quorate")
                    .setWorkflowId(OperationRequest.workflowId(cluster))
                    .build());
    return operation.start().getRunId();
  }
}
