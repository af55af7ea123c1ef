package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.quorate.workflow.Notifier;
import io.quorate.workflow.NotifierActivities;
import io.quorate.workflow.NotifierWorkflow;
import io.temporal.api.workflow.v1.PendingWorkflowTaskInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Troubles of a notifier that is closed or never began, in front of Temporal's in-process server.
 */
@Timeout(60)
class NotifierTroubleTest {
  private static final String OPERATION = "payments.5f0c2d11";
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  private final TestWorkflowEnvironment temporal = TestTemporal.begun(new Attempts());
  private volatile boolean secondAttempt;

  /**
   * Adds the attempt of the workflow task to descriptions, as Temporal's server does; the
   * in-process server leaves it out.
   */
  private final class Attempts implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onMessage(A answer) {
                  super.onMessage(secondAttempt ? withAttempt(answer) : answer);
                }
              },
              headers);
        }
      };
    }

    @SuppressWarnings("unchecked")
    private static <A> A withAttempt(A answer) {
      return answer instanceof DescribeWorkflowExecutionResponse seen
          ? (A)
              seen.toBuilder()
                  .setPendingWorkflowTask(PendingWorkflowTaskInfo.newBuilder().setAttempt(2))
                  .build()
          : answer;
    }
  }

  @AfterEach
  void close() {
    temporal.close();
  }

  @Test
  void aNotifierThatWasClosedBeforeItsOperationShows() {
    WorkflowStub notifier = notifier();
    assertThat(noticed(Phase.PARKED)).isEmpty();

    notifier.terminate("by mistake");

    assertThat(noticed(Phase.PARKED))
        .singleElement()
        .asString()
        .startsWith(
            "People could not be told: the workflow notify/payments.5f0c2d11 is closed; start it"
                + " again with Temporal's reset: temporal workflow reset --workflow-id"
                + " notify/payments.5f0c2d11");
  }

  @Test
  void anOperationThatEndedNeedsNoNotifier() {
    notifier().terminate("by mistake");
    assertThat(noticed(Phase.COMPLETED)).isEmpty();
  }

  @Test
  void aNotifierWhoseWorkflowTaskFailsShows() {
    temporal.newWorker("nobody-polls").registerWorkflowImplementationTypes(BrokenNotifier.class);
    temporal.start();
    notifier();
    secondAttempt = true;

    assertThat(troubled())
        .contains("notify/payments.5f0c2d11 does not go on: its workflow task failed")
        .contains("the notifier has a fault");
  }

  @Test
  void aNotifierThatFailsBeforeItsFirstMessageShows() {
    Worker worker = temporal.newWorker("nobody-polls");
    worker.registerWorkflowImplementationTypes(Notifier.class);
    worker.registerActivitiesImplementations(new Unreadable());
    temporal.start();
    notifier();

    assertThat(troubled())
        .contains("the notifier fails before its first message, attempt 1")
        .contains("no worker can read the subject");
    assertThat(
            new NotifierTrouble(temporal.getWorkflowClient())
                .of(OPERATION, false)
                .flatMap(NotifierTrouble.Trouble::since))
        .isPresent();
  }

  /** Notifier whose workflow code has a fault. */
  public static final class BrokenNotifier implements NotifierWorkflow {
    @Override
    public void run(Opaque subject) {
      throw new IllegalStateException("the notifier has a fault");
    }
  }

  /** Activity of a release that cannot read the subject. */
  public static final class Unreadable implements NotifierActivities {
    @Override
    public void follow(Opaque subject) {
      throw TestTemporal.later("no worker can read the subject");
    }
  }

  /** Returns the notice, once the notifier has tried. */
  private String troubled() {
    List<String> notices = List.of();
    while (notices.isEmpty()) {
      notices = noticed(Phase.WAITING_FOR_APPROVAL);
    }
    return notices.getFirst();
  }

  @Test
  void anOperationWithoutANotifierHasNoNotice() {
    assertThat(noticed(Phase.RUNNING)).isEmpty();
  }

  private WorkflowStub notifier() {
    WorkflowStub notifier =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                NotifierNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue("nobody-polls")
                    .setWorkflowId(NotifierNames.workflowId(OPERATION))
                    .build());
    notifier.start(
        new NotifierSubject(
            NotifierSubject.Kind.OPERATION,
            new ClusterKey("payments"),
            OPERATION,
            "operation/payments",
            "unused"));
    return notifier;
  }

  private List<String> noticed(Phase phase) {
    return new NotifierTrouble(temporal.getWorkflowClient()).noticed(state(phase)).notices();
  }

  private static OperationState state(Phase phase) {
    return new OperationState(
        OPERATION,
        new ClusterKey("payments"),
        "minority-replace",
        "payments: replace etcd-1",
        "sam",
        NOW,
        phase,
        "because",
        NOW,
        1,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.UNVERIFIED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
