package io.quorate.gateway;

import io.quorate.timeline.TimelineReader;
import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.time.Duration;
import java.util.stream.Stream;

/** The histories of runs. They need no worker: Temporal has them, also those of a cut off run. */
final class Histories {
  /** A recovery that waited four hours for its yes has some thousand events. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final WorkflowClient client;
  private final Calls calls;

  Histories(WorkflowClient client, Calls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** What happened in this run so far. */
  Outcome<TimelineJson> timeline(Target target) {
    return calls.within(LIMIT, () -> read(target));
  }

  private TimelineJson read(Target target) {
    TimelineReader reader = new TimelineReader(target.operation());
    try (Stream<HistoryEvent> events = client.streamHistory(target.workflowId(), target.runId())) {
      events.forEach(reader::read);
    }
    return reader.timeline();
  }
}
