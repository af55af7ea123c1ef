package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationRequest;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls to Temporal of the watch, which looks at each cluster every 15 s. */
@Timeout(60)
class OperationsWatchTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  private final AtomicInteger questions = new AtomicInteger();
  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setUseTimeskipping(false)
              .setWorkflowServiceStubsOptions(
                  WorkflowServiceStubsOptions.newBuilder()
                      .setGrpcClientInterceptors(List.of(new Counting()))
                      .build())
              .build());

  /** Counts the questions that go to Temporal. */
  private final class Counting implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      questions.incrementAndGet();
      return next.newCall(method, options);
    }
  }

  @AfterEach
  void close() {
    temporal.close();
  }

  @Test
  void aLookAtWhatEndedLongAgoTakesTwoQuestionsWhereTemporalListsNothing() {
    ended(OperationRequest.workflowId(PAYMENTS), "MinorityReplace");
    ended(IncidentNames.workflowId(PAYMENTS), IncidentNames.TYPE);
    InstantSource later = () -> Instant.now().plus(Duration.ofMinutes(20));
    try (QuorateClient quorate =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", List.of(PAYMENTS), later);
        OperationsWatch watch = quorate.watch(later)) {
      watch.look();
      questions.set(0);

      watch.look();

      assertThat(questions)
          .as("the list, which this Temporal has not, two runs, and the places and causes")
          .hasValue(5);
      assertThat(watch.missed()).isZero();
    }
  }

  @Test
  void aFleetInWhichNothingRunsTakesNoQuestionOfACluster() {
    try (QuorateClient whole =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", thousand(), Instant::now);
        OperationsWatch watch = listing(whole, Stream::empty).watch(Instant::now)) {
      questions.set(0);
      watch.look();

      assertThat(questions)
          .as("what Temporal can do, and the places and causes of the fleet")
          .hasValueLessThanOrEqualTo(3);
      assertThat(watch.missed()).isZero();
    }
  }

  @Test
  void aListThatFailsMakesNoQuestionForEachClusterOfALargeFleet() {
    try (QuorateClient whole =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", thousand(), Instant::now);
        OperationsWatch watch = whole.watch(Instant::now)) {
      watch.look();
      questions.set(0);
      watch.look();

      assertThat(questions)
          .as("the list, which this Temporal has not, and the places and causes of the fleet")
          .hasValue(3);
      assertThat(watch.missed()).as("what runs is not known").isOne();
      assertThat(watch.busyClusters(1000)).isEmpty();
    }
  }

  @Test
  void runsOfTheLastListStayKnownWhileTheListFails() {
    ClusterKey first = new ClusterKey("c1");
    ClusterKey second = new ClusterKey("c2");
    start(OperationRequest.workflowId(first), "MinorityReplace");
    start(OperationRequest.workflowId(second), "MinorityReplace");
    List<List<WorkflowExecutionMetadata>> lists = new ArrayList<>();
    lists.add(List.of(running(first), running(second)));
    try (QuorateClient whole =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", thousand(), Instant::now);
        OperationsWatch watch =
            listing(whole, () -> lists.removeLast().stream()).watch(Instant::now)) {
      watch.look();
      assertThat(watch.missed()).as("no worker answers for them").isEqualTo(2);
      assertThat(watch.busyClusters(1000)).containsOnly(first, second);

      lists.clear();
      watch.look();
      assertThat(watch.busyClusters(1000)).containsOnly(first, second);
      assertThat(watch.busyClusters(1)).hasSize(1);
      assertThat(watch.missed()).isEqualTo(3);
    }
  }

  private static WorkflowExecutionMetadata running(ClusterKey cluster) {
    return new WorkflowExecutionMetadata(
        WorkflowExecutionInfo.newBuilder()
            .setExecution(
                WorkflowExecution.newBuilder().setWorkflowId(OperationRequest.workflowId(cluster)))
            .setStatus(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
            .build(),
        DefaultDataConverter.STANDARD_INSTANCE);
  }

  private static List<ClusterKey> thousand() {
    return IntStream.range(0, 1000).mapToObj(number -> new ClusterKey("c" + number)).toList();
  }

  /** Client of a Temporal that lists these runs; an empty list of lists fails as Temporal does. */
  private static QuorateClient listing(
      QuorateClient one, Supplier<Stream<WorkflowExecutionMetadata>> list) {
    return new QuorateClient(
        one.calls(),
        one.directory(),
        one.operations(),
        one.updates(),
        one.takes(),
        one.histories(),
        one.incidents(),
        one.troubles(),
        one.stuck(),
        one.watched(),
        new RunningRuns(
            query -> {
              try {
                return list.get();
              } catch (NoSuchElementException none) {
                throw Status.RESOURCE_EXHAUSTED.asRuntimeException();
              }
            },
            System::nanoTime),
        one.places(),
        one.causes());
  }

  private void ended(String workflowId, String type) {
    start(workflowId, type).terminate("it is over");
  }

  private WorkflowStub start(String workflowId, String type) {
    WorkflowStub workflow =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                type,
                WorkflowOptions.newBuilder()
                    .setTaskQueue("quorate")
                    .setWorkflowId(workflowId)
                    .build());
    workflow.start();
    return workflow;
  }
}
