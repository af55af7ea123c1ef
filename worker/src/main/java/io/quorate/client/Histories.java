package io.quorate.client;

import io.quorate.timeline.TimelineReader;
import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.util.stream.Stream;

/** Reads histories. No worker is needed: Temporal keeps them, also those of terminated runs. */
public final class Histories {
  private final WorkflowClient client;
  private final TemporalCalls calls;

  Histories(WorkflowClient client, TemporalCalls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** What happened in the operation so far. */
  public Outcome<TimelineJson> timeline(OperationExecution target) {
    return calls.within(Deadlines.LONG_ANSWER, () -> read(target));
  }

  private TimelineJson read(OperationExecution target) {
    TimelineReader reader = new TimelineReader(target.operation());
    try (Stream<HistoryEvent> events = client.streamHistory(target.workflowId(), target.runId())) {
      events.forEach(reader::read);
    }
    return reader.timeline();
  }
}
