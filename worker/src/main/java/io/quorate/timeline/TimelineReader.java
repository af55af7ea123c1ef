package io.quorate.timeline;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepOrder;
import io.quorate.wire.LossReport;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.WhoJson;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.ActivityTaskStartedEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the history of one run in the order of its events. Times are the operation's own, so that a
 * timeline has the same times as {@code quorate show}.
 */
public final class TimelineReader {
  private static final String EVENTS_OF_ANOTHER_WORKFLOW =
      "the history does not begin with an operation's request";

  private final String operation;
  private final Decoding decoding = new Decoding();
  private final TimelineBuilder builder = new TimelineBuilder();
  private final Steps steps = new Steps(builder, decoding);
  private final Questions questions;
  private final Requests requests;
  private final Phases phases;
  private final Map<Long, ActivityRead> activities = new HashMap<>();
  private Optional<OperationRequest> request = Optional.empty();
  private Instant requestedAt = Instant.EPOCH;
  private Optional<Instant> endedAt = Optional.empty();

  /** Creates a reader for the run of this operation. */
  public TimelineReader(String operation) {
    this.operation = operation;
    this.questions = new Questions(operation, builder, steps);
    this.requests = new Requests(builder, questions, decoding);
    this.phases = new Phases(builder, questions, steps, requests);
  }

  /** The timeline of the events so far. */
  public TimelineJson timeline() {
    OperationRequest asked =
        request.orElseThrow(() -> new IllegalStateException(EVENTS_OF_ANOTHER_WORKFLOW));
    return new TimelineJson(
        operation,
        asked.cluster().value(),
        asked.runbook(),
        asked.title(),
        asked.requestedBy(),
        requestedAt,
        builder.phase().words(),
        endedAt,
        builder.entries(),
        StableName.of(asked.requester()));
  }

  /** Returns the operation so far as a report has it. */
  public OperationJson reported() {
    TimelineJson timeline = timeline();
    return new OperationJson(
        timeline.entries().isEmpty() ? "" : timeline.entries().getLast().sentence(),
        builder.loss().map(LossReport::of),
        builder.warnings(),
        timeline,
        builder.causes(),
        builder.begin(),
        builder.end());
  }

  /**
   * Reads the next event; most events have no entry, because they say nothing to people. A payload
   * of a later release that cannot be read has a line that says so.
   */
  public void read(HistoryEvent event) {
    Instant at = Decoding.at(event.getEventTime());
    try {
      read(event, at);
    } catch (UnreadPayload later) {
      builder.add(TimelineEvent.NOTICE, later.sentence());
    }
  }

  private void read(HistoryEvent event, Instant at) {
    switch (event.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_STARTED -> begin(event, at);
      case EVENT_TYPE_WORKFLOW_TASK_STARTED -> builder.at(at);
      case EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES -> phase(event);
      case EVENT_TYPE_ACTIVITY_TASK_SCHEDULED ->
          activities.put(
              event.getEventId(), activity(event.getActivityTaskScheduledEventAttributes()));
      case EVENT_TYPE_ACTIVITY_TASK_STARTED -> began(event.getActivityTaskStartedEventAttributes());
      case EVENT_TYPE_ACTIVITY_TASK_COMPLETED -> {
        var ended = event.getActivityTaskCompletedEventAttributes();
        end(ended.getScheduledEventId(), read -> read.completed(at, ended.getResult()));
      }
      case EVENT_TYPE_ACTIVITY_TASK_FAILED -> {
        var ended = event.getActivityTaskFailedEventAttributes();
        end(ended.getScheduledEventId(), read -> read.failed(at, ended.getFailure()));
      }
      case EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT -> {
        var ended = event.getActivityTaskTimedOutEventAttributes();
        end(ended.getScheduledEventId(), read -> read.failed(at, ended.getFailure()));
      }
      case EVENT_TYPE_ACTIVITY_TASK_CANCELED ->
          end(
              event.getActivityTaskCanceledEventAttributes().getScheduledEventId(),
              read -> read.calledOff(at));
      default -> said(event, at);
    }
  }

  private void said(HistoryEvent event, Instant at) {
    switch (event.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED -> {
        var accepted = event.getWorkflowExecutionUpdateAcceptedEventAttributes();
        requests.accepted(
            accepted.getAcceptedRequest().getMeta().getUpdateId(),
            accepted.getAcceptedRequest().getInput());
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED -> {
        var completed = event.getWorkflowExecutionUpdateCompletedEventAttributes();
        requests.completed(completed.getMeta().getUpdateId(), completed.getOutcome());
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED -> {
        var signal = event.getWorkflowExecutionSignaledEventAttributes();
        requests.left(signal.getSignalName(), signal.getInput());
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED ->
          requests.cancelled(event.getWorkflowExecutionCancelRequestedEventAttributes().getCause());
      default -> over(event, at);
    }
  }

  private void over(HistoryEvent event, Instant at) {
    switch (event.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED -> {
        endedAt = Optional.of(at);
        ended(
            at,
            decoding.first(
                event.getWorkflowExecutionCompletedEventAttributes().getResult(),
                OperationState.class));
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED -> {
        var by = event.getWorkflowExecutionTerminatedEventAttributes();
        String reason = by.getReason().isBlank() ? "" : ": " + by.getReason();
        cutOff(at, "terminated in Temporal by " + by.getIdentity() + reason);
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_FAILED ->
          cutOff(at, "failed by a fault of ours: " + decoding.because(fault(event)));
      case EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT -> cutOff(at, "timed out in Temporal");
      case EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED -> cutOff(at, "cancelled in Temporal");
      default -> {
        // Internal events of Temporal.
      }
    }
  }

  private static Failure fault(HistoryEvent event) {
    return event.getWorkflowExecutionFailedEventAttributes().getFailure();
  }

  private void begin(HistoryEvent event, Instant at) {
    if (request.isPresent()) {
      // The operation was continued as new, in the next run of the chain.
      builder.at(at);
      return;
    }
    requestedAt = at;
    builder.at(at);
    // What the operation's id says stays when the request cannot be read.
    request = Optional.of(unread());
    OperationRequest asked =
        decoding.first(
            event.getWorkflowExecutionStartedEventAttributes().getInput(), OperationRequest.class);
    request = Optional.of(asked);
    builder.add(
        EntryJson.of(at, TimelineEvent.REQUESTED, 0, asked.title())
            .by(new WhoJson(asked.requestedBy(), "start", Optional.empty(), "", true, "")));
    asked.askedAgain().ifPresent(requests::askedAgain);
  }

  private OperationRequest unread() {
    return new OperationRequest(
        new ClusterKey(operation.substring(0, Math.max(operation.lastIndexOf('.'), 1))),
        "unknown",
        Map.of(),
        "unknown",
        operation);
  }

  private void phase(HistoryEvent event) {
    Payload words =
        event
            .getUpsertWorkflowSearchAttributesEventAttributes()
            .getSearchAttributes()
            .getIndexedFieldsMap()
            .get(OperationNames.PHASE);
    if (words != null) {
      String name = decoding.value(words, String.class);
      Arrays.stream(Phase.values())
          .filter(phase -> phase.words().equals(name))
          .forEach(phases::enter);
    }
  }

  private ActivityRead activity(ActivityTaskScheduledEventAttributes scheduled) {
    return switch (scheduled.getActivityType().getName()) {
      case OperationNames.PRESCRIBE -> new Look(builder, decoding);
      case OperationNames.WATCH -> new Watched(builder, questions, decoding);
      default -> steps.scheduled(decoding.first(scheduled.getInput(), StepOrder.class));
    };
  }

  private void began(ActivityTaskStartedEventAttributes started) {
    Optional<String> earlier =
        started.hasLastFailure()
            ? Optional.of(decoding.because(started.getLastFailure()))
            : Optional.empty();
    ActivityRead read = activities.get(started.getScheduledEventId());
    if (read != null) {
      read.began(started.getAttempt(), earlier);
    }
  }

  private void end(long scheduled, Consumer<ActivityRead> how) {
    ActivityRead read = activities.remove(scheduled);
    if (read != null) {
      how.accept(read);
    }
  }

  private void ended(Instant at, OperationState last) {
    phases.enter(last.phase());
    ended(at, IncidentCourse.withoutReminders(last.because()));
  }

  private void ended(Instant at, String because) {
    endedAt = Optional.of(at);
    phases
        .end()
        .ifPresent(
            entry ->
                builder.change(
                    entry,
                    told -> EntryJson.of(told.at(), TimelineEvent.ENDED, told.round(), because)));
  }

  /**
   * Ends the timeline of a run that was stopped from outside: what was under way is abandoned, as
   * {@code quorate show} has it.
   */
  private void cutOff(Instant at, String how) {
    endedAt = Optional.of(at);
    if (phases.end().isEmpty()) {
      String was = builder.phase().words();
      builder.at(at);
      phases.enter(Phase.STOPPED);
      ended(at, "It was " + how + " while it was " + was + "; what was under way is abandoned.");
    }
  }
}
