package io.quorate.timeline;

import io.quorate.diagnosis.Writes;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentNames;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.wire.ReportJson.StandingJson;
import io.quorate.workflow.Diagnosed;
import io.quorate.workflow.IncidentActivities;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the history of one incident in the order of its events, one run after the other: the alerts
 * that it heard, and each diagnosis that differs from the one before.
 */
public final class IncidentReader {
  private static final String NOT_SEEN = "not-seen";

  private final Decoding decoding = new Decoding();
  private final Map<String, AlertJson> alerts = new LinkedHashMap<>();
  private final List<FindingJson> findings = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final List<SeenJson> seen = new ArrayList<>();
  private final Set<Long> looks = new HashSet<>();
  private Optional<Instant> openedAt = Optional.empty();
  private Optional<Instant> closedAt = Optional.empty();
  private String trouble = "";

  /** Returns what was read so far. */
  public IncidentEvents events() {
    return new IncidentEvents(
        openedAt.orElse(Instant.EPOCH),
        closedAt,
        List.copyOf(alerts.values()),
        findings,
        notices,
        seen);
  }

  /** Reads the next event; most events say nothing to people. */
  public void read(HistoryEvent event) {
    try {
      read(event, Decoding.at(event.getEventTime()));
    } catch (UnreadPayload later) {
      notices.add(later.sentence());
    }
  }

  private void read(HistoryEvent event, Instant at) {
    switch (event.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_STARTED -> {
        openedAt = Optional.of(openedAt.orElse(at));
        // Numbers of events begin anew in each run.
        looks.clear();
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED -> {
        var signal = event.getWorkflowExecutionSignaledEventAttributes();
        if (signal.getSignalName().equals(IncidentNames.ALERTS)) {
          decoding
              .first(signal.getInput(), AlertGroup.class)
              .alerts()
              .forEach(alert -> heard(alert, at));
        }
      }
      case EVENT_TYPE_ACTIVITY_TASK_SCHEDULED -> {
        String type = event.getActivityTaskScheduledEventAttributes().getActivityType().getName();
        if (type.equals(IncidentActivities.DIAGNOSE) || type.equals(IncidentActivities.WATCH)) {
          looks.add(event.getEventId());
        }
      }
      case EVENT_TYPE_ACTIVITY_TASK_COMPLETED -> {
        var ended = event.getActivityTaskCompletedEventAttributes();
        if (looks.remove(ended.getScheduledEventId())) {
          seen(at, ended.getResult());
        }
      }
      case EVENT_TYPE_ACTIVITY_TASK_FAILED -> {
        var ended = event.getActivityTaskFailedEventAttributes();
        if (looks.remove(ended.getScheduledEventId())) {
          String because = decoding.because(ended.getFailure());
          found(at, because, NOT_SEEN, "The cluster could not be looked at: " + because);
        }
      }
      case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED ->
          closedAt = Optional.of(at);
      default -> {
        // Operations have histories of their own; the rest is Temporal's.
      }
    }
  }

  private void heard(Alert alert, Instant at) {
    Optional<AlertJson> known = Optional.ofNullable(alerts.get(alert.episode()));
    Optional<Instant> resolved = known.flatMap(AlertJson::resolvedAt);
    if (!alert.firing()) {
      resolved = resolved.or(() -> Optional.of(at));
    } else if (alert.standing().isPresent()) {
      // A finding may stand again after it was said to be over: a silence ends.
      resolved = Optional.empty();
    }
    alerts.put(
        alert.episode(),
        new AlertJson(
            alert.name(),
            known.map(AlertJson::startsAt).orElse(alert.startsAt()),
            known.map(AlertJson::heardAt).orElse(at),
            resolved,
            alert
                .standing()
                .map(what -> new StandingJson(what.kind(), what.subject(), what.sentence()))));
  }

  private void seen(Instant at, Payloads result) {
    Diagnosed diagnosed = decoding.first(result, Diagnosed.class);
    seen.add(SeenClusters.of(at, diagnosed.remembered(), Optional.empty()));
    found(at, diagnosed.trouble(), diagnosed.name(), diagnosed.sentence());
  }

  private void found(Instant at, String what, String name, String sentence) {
    if (!what.equals(trouble)) {
      trouble = what;
      findings.add(new FindingJson(at, name, sentence, Writes.of(name).words()));
    }
  }
}
