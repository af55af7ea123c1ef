package io.quorate.client;

import io.quorate.timeline.IncidentEvents;
import io.quorate.timeline.IncidentReader;
import io.quorate.timeline.TimelineReader;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineJson;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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

  /** Returns the operation so far as a report has it. */
  public Outcome<OperationJson> reported(OperationExecution target) {
    return calls.within(Deadlines.LONG_ANSWER, () -> reader(target).reported());
  }

  /** Returns what the incident heard and saw so far. */
  public Outcome<IncidentEvents> incident(IncidentExecution target) {
    IncidentReader reader = new IncidentReader();
    return calls.within(
        Deadlines.LONG_ANSWER,
        () -> {
          events(target.workflowId(), target.runId(), reader::read);
          return reader.events();
        });
  }

  private TimelineJson read(OperationExecution target) {
    return reader(target).timeline();
  }

  private TimelineReader reader(OperationExecution target) {
    TimelineReader reader = new TimelineReader(target.operation());
    events(target.workflowId(), target.runId(), reader::read);
    return reader;
  }

  /** Reads all runs of a chain. */
  private void events(String workflowId, String lastRun, Consumer<HistoryEvent> reader) {
    for (String runId : chain(workflowId, lastRun)) {
      try (Stream<HistoryEvent> events = client.streamHistory(workflowId, runId)) {
        events.forEach(reader);
      }
    }
  }

  /**
   * Returns the run ids of a chain, oldest first. Each run names the one it continues; after a
   * reset the history of the new run begins with a copy of the old one.
   */
  private List<String> chain(String workflowId, String lastRun) {
    List<String> runs = new ArrayList<>();
    String run = lastRun;
    while (!run.isEmpty() && runs.size() < LONGEST_CHAIN) {
      runs.add(run);
      run = before(workflowId, run);
    }
    return runs.reversed();
  }

  /** Returns the run that this one continues; empty where there is none, or Temporal forgot it. */
  private String before(String workflowId, String run) {
    try (Stream<HistoryEvent> events = client.streamHistory(workflowId, run)) {
      return events
          .findFirst()
          .map(
              first ->
                  first.getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId())
          .filter(earlier -> isKnown(workflowId, earlier))
          .orElse("");
    }
  }

  /** Whether Temporal still has the run: an incident may be open for longer than the retention. */
  private boolean isKnown(String workflowId, String run) {
    if (run.isEmpty()) {
      return false;
    }
    try {
      client.newUntypedWorkflowStub(workflowId, Optional.of(run), Optional.empty()).describe();
      return true;
    } catch (WorkflowNotFoundException forgotten) {
      return false;
    }
  }
}
