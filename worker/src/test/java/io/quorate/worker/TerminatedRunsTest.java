package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.query.v1.WorkflowQuery;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On a real server: {@code BadLuckIT}. */
class TerminatedRunsTest {
  private static final EventType STARTED = EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED;
  private static final EventType TERMINATED = EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED;
  private static final EventType COMPLETED = EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED;

  @Test
  void aQueryOfATerminatedRunComesWithoutItsTermination() {
    PollWorkflowTaskQueueResponse query = task(STARTED, TERMINATED).setQuery(query()).build();

    assertThat(events(TerminatedRuns.withoutTermination(query))).containsExactly(STARTED);
  }

  @Test
  void everyOtherTaskStaysAsItIs() {
    PollWorkflowTaskQueueResponse task = task(STARTED, TERMINATED).build();
    PollWorkflowTaskQueueResponse query = task(STARTED, COMPLETED).setQuery(query()).build();
    PollWorkflowTaskQueueResponse nothing = PollWorkflowTaskQueueResponse.getDefaultInstance();

    assertThat(TerminatedRuns.withoutTermination(task)).isEqualTo(task);
    assertThat(TerminatedRuns.withoutTermination(query)).isEqualTo(query);
    assertThat(TerminatedRuns.withoutTermination(nothing)).isEqualTo(nothing);
  }

  private static WorkflowQuery query() {
    return WorkflowQuery.newBuilder().setQueryType("state").build();
  }

  private static PollWorkflowTaskQueueResponse.Builder task(EventType... types) {
    History.Builder history = History.newBuilder();
    Stream.of(types)
        .forEach(type -> history.addEvents(HistoryEvent.newBuilder().setEventType(type)));
    return PollWorkflowTaskQueueResponse.newBuilder().setHistory(history);
  }

  private static List<EventType> events(PollWorkflowTaskQueueResponse task) {
    return task.getHistory().getEventsList().stream().map(HistoryEvent::getEventType).toList();
  }
}
