package io.quorate.client;

import io.quorate.operation.IncidentCourse;
import io.quorate.operation.OperationState;
import io.quorate.port.Failure;
import io.quorate.report.Reports;
import io.quorate.timeline.IncidentEvents;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reports made out of the histories in Temporal. A history that does not come in time is named in
 * the report; without the incident's own one there is no report, and a {@link Failure} is thrown.
 *
 * @param places where more is to be seen
 */
record ReportMaker(QuorateClient client, ReportPlaces places) {
  /**
   * Makes the report of an incident.
   *
   * @param closedAt when it is over, where its history does not say so yet
   */
  ReportJson ofIncident(IncidentExecution run, Optional<Instant> closedAt) {
    IncidentEvents read = needed(client.histories().incident(run));
    IncidentEvents events = closedAt.map(read::closedAt).orElse(read);
    List<String> notices = new ArrayList<>();
    List<OperationExecution> targets = during(run, events, notices);
    return Reports.ofIncident(
            run.id(), run.cluster().value(), events, operations(targets, notices), notices)
        .linked(places.of(targets, Optional.of(run)));
  }

  private List<OperationExecution> during(
      IncidentExecution run, IncidentEvents events, List<String> notices) {
    return switch (client.directory().list(List.of(run.cluster()))) {
      case Outcome.Done<OperationDirectory.Found> found -> {
        found.value().notice().ifPresent(notices::add);
        yield found.value().targets().stream().filter(one -> isDuring(events, one)).toList();
      }
      case Outcome.Missed<OperationDirectory.Found> missed -> {
        notices.add(missed.sentence());
        yield List.of();
      }
    };
  }

  /** Whether the operation and the incident have a moment in common. */
  private static boolean isDuring(IncidentEvents incident, OperationExecution operation) {
    boolean before =
        operation.endedAt().filter(end -> end.isBefore(incident.openedAt())).isPresent();
    boolean after =
        incident.closedAt().filter(end -> end.isBefore(operation.startedAt())).isPresent();
    return !before && !after;
  }

  private List<OperationJson> operations(List<OperationExecution> targets, List<String> notices) {
    List<OperationJson> found = new ArrayList<>();
    for (OperationExecution target : targets) {
      switch (client.histories().reported(target)) {
        case Outcome.Done<OperationJson> done -> found.add(asOfNow(target, done.value()));
        case Outcome.Missed<OperationJson> missed ->
            notices.add(target.operation() + " is left out. " + missed.sentence());
      }
    }
    return found;
  }

  /** Makes the report of an operation that had no incident. */
  ReportJson ofOperation(OperationExecution target) {
    OperationJson told = asOfNow(target, needed(client.histories().reported(target)));
    ReportJson report =
        Reports.isRehearsal(told)
            ? Reports.ofRehearsal(told, client.operations().told(target.operation()))
            : Reports.ofOperation(told);
    return report.linked(places.of(List.of(target), Optional.empty()));
  }

  /**
   * Adds what the history of a running operation does not have yet: how it ended, where it only
   * waits for the report about it.
   */
  private OperationJson asOfNow(OperationExecution target, OperationJson told) {
    if (!target.running()
        || !(client.operations().show(target) instanceof Outcome.Done<OperationState> now)) {
      return told;
    }
    OperationState state = now.value();
    return told.asOf(
        IncidentCourse.withoutReminders(state.because()),
        state.phase().ended() ? told.timeline().endedAt(state.since()) : told.timeline());
  }

  static <T> T needed(Outcome<T> outcome) {
    return switch (outcome) {
      case Outcome.Done<T> done -> done.value();
      case Outcome.Missed<T> missed -> throw new Failure.Transient(missed.sentence());
    };
  }
}
