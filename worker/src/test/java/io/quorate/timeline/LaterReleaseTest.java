package io.quorate.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Timelines of histories in which a later release wrote names that this one does not know. */
class LaterReleaseTest {
  @Test
  void anUnknownOutcomeIsToldInTheStepAndNoEntryIsMissing() {
    TimelineJson now = Recorded.timeline("completed");

    TimelineJson later = completed(json -> json.replace("\"DONE\"", "\"DONE_BY_MAGIC\""));

    assertThat(later.state()).isEqualTo("completed");
    assertThat(later.entries()).hasSameSizeAs(now.entries());
    assertThat(later.entries().stream().flatMap(entry -> entry.step().stream()))
        .anySatisfy(
            step ->
                assertThat(step.evidence())
                    .hasValue(
                        "Quorate 1.0 wrote something here that this release cannot read: it does"
                            + " not know \"DONE_BY_MAGIC\" at outcome."))
        .allMatch(step -> step.endedAt().isPresent());
  }

  @Test
  void anUnknownPrescriptionNamesTheReleaseAndTheStepsAreStillTold() {
    TimelineJson later =
        completed(
            json ->
                json.replace("\"prescription\":\"plan\"", "\"prescription\":\"play\"")
                    .replace("\"release\":\"1.0\"", "\"release\":\"9.9.9\""));

    assertThat(later.entries())
        .extracting(EntryJson::sentence)
        .anyMatch(
            line ->
                line.startsWith("Quorate 9.9.9 wrote something here that this release cannot read:")
                    && line.contains("\"play\""));
    assertThat(later.entries().stream().flatMap(entry -> entry.step().stream()))
        .hasSizeGreaterThan(5);
    assertThat(later.state()).isEqualTo("completed");
  }

  @Test
  void anUnreadableRequestAndResultLeaveTheRestOfTheTimeline() {
    TimelineReader reader = new TimelineReader(Recorded.OPERATION);
    for (HistoryEvent event : Recorded.events("completed")) {
      HistoryEvent.Builder changed = event.toBuilder();
      if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED) {
        changed
            .getWorkflowExecutionStartedEventAttributesBuilder()
            .setInput(Recorded.payloads("[1]"));
      }
      if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED) {
        changed
            .getWorkflowExecutionCompletedEventAttributesBuilder()
            .setResult(Recorded.payloads("[1]"));
      }
      reader.read(changed.build());
    }

    TimelineJson later = reader.timeline();
    assertThat(later.cluster()).isEqualTo("main");
    assertThat(later.runbook()).isEqualTo("unknown");
    assertThat(later.endedAt()).isPresent();
    assertThat(later.state()).isEqualTo("completed");
    assertThat(later.entries())
        .extracting(EntryJson::sentence)
        .filteredOn(line -> line.contains("cannot read"))
        .hasSize(2);
  }

  /** The story with the results of its activities changed. */
  private static TimelineJson completed(UnaryOperator<String> change) {
    List<HistoryEvent> events = Recorded.events("completed");
    return Recorded.read(events.stream().map(event -> changed(event, change)).toList());
  }

  private static HistoryEvent changed(HistoryEvent event, UnaryOperator<String> change) {
    if (event.getEventType() != EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED) {
      return event;
    }
    HistoryEvent.Builder builder = event.toBuilder();
    var ended = builder.getActivityTaskCompletedEventAttributesBuilder();
    String json = ended.getResult().getPayloads(0).getData().toStringUtf8();
    String later = change.apply(json);
    if (!later.equals(json)) {
      ended.setResult(Recorded.payloads(later));
    }
    return builder.build();
  }
}
