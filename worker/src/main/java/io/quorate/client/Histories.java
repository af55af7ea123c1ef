package io.quorate.client;

import io.quorate.timeline.TimelineReader;
import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reader of workflow histories. No worker is needed: Temporal keeps histories, also those of
 * terminated runs.
 */
public final class Histories {
  /** Maximum number of runs read for one operation; a month of waiting has fewer. */
  private static final int LONGEST_CHAIN = 100;

  private final WorkflowClient client;
  private final TemporalCalls calls;

  Histories(WorkflowClient client, TemporalCalls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** Returns the timeline of the operation so far. */
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
   * Returns the run ids of the operation, oldest first. Each run names the one it continues; after
   * a reset the history of the new run begins with a copy of the old one.
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
