package io.quorate.client;

import io.quorate.timeline.TimelineReader;
import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads histories. No worker is needed: Temporal keeps them, also those of terminated runs. */
public final class Histories {
  /** How many runs of an operation are read; a month of waiting has fewer. */
  private static final int LONGEST_CHAIN = 100;

  private final WorkflowClient client;
  private final TemporalCalls calls;

  Histories(WorkflowClient client, TemporalCalls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** Timeline of the operation so far. */
  public Outcome<TimelineJson> timeline(OperationExecution target) {
    return calls.within(Deadlines.LONG_ANSWER, () -> read(target));
  }

  private TimelineJson read(OperationExecution target) {
    TimelineReader reader = new TimelineReader(target.operation());
    for (String runId : chain(target)) {
      try (Stream<HistoryEvent> events = client.streamHistory(target.workflowId(), runId)) {
        events.forEach(reader::read);
      }
    }
    return reader.timeline();
  }

  /**
   * The runs of the operation, the first one first. Each names the one it continues; the history of
   * a run after a reset begins with a copy of what was before it.
   */
  private List<String> chain(OperationExecution target) {
    List<String> runs = new ArrayList<>();
    String run = target.runId();
    while (!run.isEmpty() && runs.size() < LONGEST_CHAIN) {
      runs.add(run);
      try (Stream<HistoryEvent> events = client.streamHistory(target.workflowId(), run)) {
        run =
            events
                .findFirst()
                .map(
                    first ->
                        first
                            .getWorkflowExecutionStartedEventAttributes()
                            .getContinuedExecutionRunId())
                .orElse("");
      }
    }
    return runs.reversed();
  }
}
