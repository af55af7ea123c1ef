package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.http.ScriptedOperation;
import io.quorate.operation.OperationState;
import io.quorate.operation.Restraint;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hour of quiet behind the operations that Temporal still knows. */
@Timeout(60)
class LastProposalsTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final String LOST = "minority-lost: etcd-1 LOST";

  private final AtomicInteger lists = new AtomicInteger();
  private final TestWorkflowEnvironment temporal = TestTemporal.begun(new Counting());
  private final QuorateClient client =
      QuorateClient.of(
          temporal.getWorkflowClient(),
          TestTemporal.QUEUE,
          List.of(PAYMENTS),
          InstantSource.system());

  /** Counts the lists that Temporal is asked for. */
  private final class Counting implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      if ("ListWorkflowExecutions".equals(method.getBareMethodName())) {
        lists.incrementAndGet();
      }
      return next.newCall(method, options);
    }
  }

  @AfterEach
  void close() {
    client.close();
    temporal.close();
  }

  @Test
  void aRepairThatEndedWithinTheHourIsNotProposedAgain() {
    complete("alert etcdMembersDown");

    assertThat(restraint(LOST, Instant.now()))
        .map(Restraint::kind)
        .contains(Restraint.Kind.HOUR_OF_QUIET);
    assertThat(restraint("minority-lost: etcd-2 LOST", Instant.now())).isEmpty();
    assertThat(restraint(LOST, Instant.now().plus(Duration.ofHours(2)))).isEmpty();
  }

  @Test
  void noListIsReadWhereTheNewestOperationAnswersOrIsOlderThanAnHour() {
    assertThat(restraint(LOST, Instant.now())).isEmpty();
    complete("alert etcdMembersDown");
    assertThat(restraint(LOST, Instant.now())).isPresent();
    assertThat(restraint(LOST, Instant.now().plus(Duration.ofHours(2)))).isEmpty();
    assertThat(lists).hasValue(0);

    assertThat(restraint("minority-lost: etcd-2 LOST", Instant.now())).isEmpty();
    assertThat(lists.get()).as("an earlier operation of this hour may have left it").isPositive();
  }

  @Test
  void aRepairThatAPersonAskedForLeavesNoQuietBehind() {
    complete("sam");
    assertThat(restraint(LOST, Instant.now())).isEmpty();
  }

  @Test
  void aClusterWithoutOperationsHasNoQuiet() {
    assertThat(restraint(LOST, Instant.now())).isEmpty();
  }

  private Optional<Restraint> restraint(String trouble, Instant now) {
    return new LastProposals(client).restraint(PAYMENTS, "minority-replace", trouble, now);
  }

  private void complete(String requestedBy) {
    temporal
        .newWorker(TestTemporal.QUEUE)
        .registerWorkflowImplementationTypes(ScriptedOperation.Execution.class);
    temporal.start();
    WorkflowStub operation =
        TestTemporal.running(
            temporal.getWorkflowClient(), PAYMENTS, "minority-replace", requestedBy);
    TestTemporal.approve(operation);
    operation.getResult(OperationState.class);
  }
}
