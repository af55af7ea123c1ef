package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.NotifierNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Telling people is beside the operation: never in its way, never in its history. */
@Timeout(180)
class NotifierTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theNotifierAddsOnlyItsStartToTheHistoryOfTheOperation() {
    WorkflowStub operation = here.approved();
    here.end(operation);

    assertThat(events(operation))
        .filteredOn(NotifierTest::isOfOthers)
        .extracting(HistoryEvent::getEventType)
        .containsExactly(
            EventType.EVENT_TYPE_START_CHILD_WORKFLOW_EXECUTION_INITIATED,
            EventType.EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_STARTED);
  }

  @Test
  void aNotifierWhoseChannelIsAwayForThreeWeeksHasAHistoryOfAFewEvents() {
    WorkflowStub notifier = notifier(here.asking());
    here.pass(Duration.ofDays(21));

    assertThat(here.channel.tries.get()).isGreaterThan(500);
    assertThat(events(notifier)).hasSizeLessThan(20);
  }

  @Test
  void theOperationEndsWhileTheNotifierStillTries() {
    WorkflowStub operation = here.approved();
    WorkflowStub notifier = notifier(operation);
    OperationState completed = await(operation, Phase.COMPLETED);
    here.end(operation);

    Instant closed = operation.describe().getCloseTime();
    assertThat(Duration.between(completed.since(), closed)).isLessThan(Duration.ofSeconds(2));
    assertThat(notifier.describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);

    here.channel.reached = true;
    here.awaitClosed(notifier, Duration.ofMinutes(10));
    assertThat(notifier.describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
  }

  private WorkflowStub notifier(WorkflowStub operation) {
    return here.temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(NotifierNames.workflowId(state(operation).operation()));
  }

  private List<HistoryEvent> events(WorkflowStub workflow) {
    return here.history(workflow).getHistory().getEventsList();
  }

  private static boolean isOfOthers(HistoryEvent event) {
    return switch (event.getEventType()) {
      case EVENT_TYPE_START_CHILD_WORKFLOW_EXECUTION_INITIATED,
          EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_STARTED,
          EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_COMPLETED,
          EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED ->
          true;
      default -> event.hasActivityTaskScheduledEventAttributes() && isFollow(event);
    };
  }

  private static boolean isFollow(HistoryEvent event) {
    return event
        .getActivityTaskScheduledEventAttributes()
        .getActivityType()
        .getName()
        .equals(NotifierNames.FOLLOW);
  }
}
