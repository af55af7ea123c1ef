package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationRequest;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
    List<ClusterKey> thousand =
        IntStream.range(0, 1000).mapToObj(number -> new ClusterKey("c" + number)).toList();
    try (QuorateClient whole =
            QuorateClient.of(temporal.getWorkflowClient(), "quorate", thousand, Instant::now);
        OperationsWatch watch = listing(whole).watch(Instant::now)) {
      questions.set(0);
      watch.look();

      assertThat(questions)
          .as("what Temporal can do, and the places and causes of the fleet")
          .hasValueLessThanOrEqualTo(3);
      assertThat(watch.missed()).isZero();
    }
  }

  /** Client of a Temporal whose list of running workflows is empty. */
  private static QuorateClient listing(QuorateClient one) {
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
        new RunningRuns(query -> Stream.empty(), System::nanoTime),
        one.places(),
        one.causes());
  }

  private void ended(String workflowId, String type) {
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
    workflow.terminate("it is over");
  }
}
