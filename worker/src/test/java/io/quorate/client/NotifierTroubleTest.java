package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of a notifier that is closed, in front of Temporal's in-process server. */
@Timeout(60)
class NotifierTroubleTest {
  private static final String OPERATION = "payments.5f0c2d11";
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  private final TestWorkflowEnvironment temporal = TestTemporal.begun();

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
    notifier.start();
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
