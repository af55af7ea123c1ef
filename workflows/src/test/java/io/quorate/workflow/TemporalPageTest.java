package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Question;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.StepState;
import io.quorate.operation.UtcTime;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DefaultDataConverter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What those see who look at Temporal's own page. */
@Timeout(180)
class TemporalPageTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void searchAttributesTellClusterRunbookPhaseAndTheNextActionOfPeople() {
    WorkflowStub operation = here.asking();
    assertThat(found(operation))
        .containsExactly("main", "minority-replace", "waiting-for-approval", "an approver");

    ask(operation, Verb.PAUSE, "");
    approve(operation, "dana");
    await(operation, Phase.PAUSED);
    assertThat(found(operation)).endsWith("paused", "continue");

    here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    ask(operation, Verb.CONTINUE, "");
    await(operation, Phase.PARKED);
    assertThat(found(operation)).endsWith("parked", "retry or abort");

    ask(operation, Verb.RETRY, "");
    here.end(operation);
    assertThat(found(operation)).endsWith("completed", "nobody");
  }

  @Test
  void theWorkflowDetailsTellTheStepsAndTheApprovalCommand() {
    WorkflowStub operation = here.asking();

    String details =
        operation.query("__temporal_workflow_metadata", WorkflowMetadata.class).getCurrentDetails();

    assertThat(details)
        .startsWith("**main: etcd-1 is lost")
        .contains("Proposed: replace etcd-1.", "waiting-for-approval: Replace etcd-1 of main")
        .contains("✓ 1 Save a snapshot from", "▶ 2 Ask one approver", "· 3 Keep etcd-1 stopped")
        .contains("--digest " + SimulatedQuorate.digest(operation).substring(0, 8))
        .contains("*Terminate* abandons");
  }

  @Test
  void eachActivitySummaryIsTheSentenceOfTheStep() {
    WorkflowStub operation = here.approved();
    OperationState last = here.end(operation);

    assertThat(summaries(operation))
        .containsAll(
            last.steps().stream()
                .filter(step -> !step.name().equals("ask-approval"))
                .map(StepState::sentence)
                .map(s -> s.replace("(0)", "(b001)"))
                .toList());
  }

  @Test
  void theTimerOfAQuestionSaysUntilWhenItIsOpen() {
    WorkflowStub operation = here.asking();
    Question open = SimulatedQuorate.state(operation).openApproval().orElseThrow().question();

    assertThat(timers(operation)).endsWith("approval: until " + UtcTime.of(open.expiresAt()));
  }

  @Test
  void everyTimerHasASummary() {
    WorkflowStub operation = here.approved();
    here.end(operation);
    WorkflowStub incident = here.alert(new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true));
    here.awaitClosed(incident, Duration.ofSeconds(2));

    assertThat(timers(operation)).isNotEmpty().doesNotContain("");
    assertThat(timers(incident)).doesNotContain("");
  }

  private List<String> timers(WorkflowStub workflow) {
    return here.history(workflow).getEvents().stream()
        .filter(HistoryEvent::hasTimerStartedEventAttributes)
        .map(event -> event.getUserMetadata().getSummary())
        .map(summary -> summary.getData().isEmpty() ? "" : text(summary))
        .toList();
  }

  private List<String> summaries(WorkflowStub operation) {
    return here.history(operation).getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .map(event -> event.getUserMetadata().getSummary())
        .map(TemporalPageTest::text)
        .toList();
  }

  private static String text(Payload payload) {
    return DefaultDataConverter.STANDARD_INSTANCE.fromPayload(payload, String.class, String.class);
  }

  private List<String> found(WorkflowStub operation) {
    var attributes = operation.describe().getTypedSearchAttributes();
    return List.of(
        attributes.get(OperationProgress.CLUSTER),
        attributes.get(OperationProgress.RUNBOOK),
        attributes.get(OperationProgress.PHASE),
        attributes.get(OperationProgress.WAITING_ON));
  }
}
