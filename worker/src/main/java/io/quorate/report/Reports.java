package io.quorate.report;

import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.Writes;
import io.quorate.operation.NotifierProgress;
import io.quorate.timeline.IncidentEvents;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import io.quorate.wire.ReportJson.RehearsalJson;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.wire.ReportJson.StandingJson;
import io.quorate.wire.TimelineJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes reports, and puts two reports of one incident together. */
public final class Reports {
  static final String INCIDENT = "incident";
  static final String OPERATION = "operation";

  private Reports() {}

  /**
   * Returns the report of an incident.
   *
   * @param operations the cluster's operations of this time, in any order; a rehearsal among them
   *     is left out
   * @param notices what is missing, and why
   */
  public static ReportJson ofIncident(
      String id,
      String cluster,
      IncidentEvents events,
      List<OperationJson> operations,
      List<String> notices) {
    List<String> all = new ArrayList<>(events.notices());
    all.addAll(notices);
    return made(
        id,
        INCIDENT,
        cluster,
        events.openedAt(),
        events.closedAt(),
        events.alerts(),
        events.findings(),
        operations.stream()
            .filter(one -> !RehearsalCourse.isOne(one))
            .map(one -> one.seenAfter(lookAfter(one, operations, events)))
            .toList(),
        all);
  }

  /** Returns the first look of the incident after an operation and before the next one. */
  private static Optional<SeenJson> lookAfter(
      OperationJson operation, List<OperationJson> all, IncidentEvents events) {
    return operation
        .timeline()
        .endedAt()
        .flatMap(end -> events.looks().stream().filter(look -> look.at().isAfter(end)).findFirst())
        .filter(
            look ->
                all.stream()
                    .map(one -> one.timeline().requestedAt())
                    .filter(operation.timeline().requestedAt()::isBefore)
                    .noneMatch(look.at()::isAfter));
  }

  /** Returns the report of an operation that had no incident. */
  public static ReportJson ofOperation(OperationJson operation) {
    TimelineJson timeline = operation.timeline();
    return made(
        timeline.operation(),
        OPERATION,
        timeline.cluster(),
        timeline.requestedAt(),
        timeline.endedAt(),
        List.of(),
        findings(timeline),
        List.of(operation),
        List.of());
  }

  /** Whether the operation is a rehearsal, whose trouble was stated. */
  public static boolean isRehearsal(OperationJson operation) {
    return RehearsalCourse.isOne(operation);
  }

  /**
   * Returns the report of a rehearsal: who was reached, and not what was wrong, because nothing
   * was.
   *
   * @param told how far people have been told; empty where that is not known
   */
  public static ReportJson ofRehearsal(OperationJson operation, Optional<NotifierProgress> told) {
    TimelineJson timeline = operation.timeline();
    Optional<RehearsalJson> course = new RehearsalCourse(operation, told).course();
    return new ReportJson(
        timeline.operation(),
        OPERATION,
        timeline.cluster(),
        RehearsalCourse.headline(operation, course),
        timeline.requestedAt(),
        timeline.endedAt(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(operation),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        course);
  }

  /**
   * Returns a report with what an earlier report of the same incident knew and this one does not:
   * Temporal forgets histories, also while an incident is open. An end that the earlier one knew
   * stands unless the incident went on after it: the report of an open incident may come late.
   */
  public static ReportJson withEarlier(ReportJson report, ReportJson earlier) {
    Map<String, AlertJson> alerts = new LinkedHashMap<>();
    earlier.alerts().forEach(alert -> alerts.put(episode(alert), alert));
    report.alerts().forEach(alert -> alerts.put(episode(alert), alert));
    Map<Instant, FindingJson> findings = new TreeMap<>();
    earlier.findings().forEach(finding -> findings.put(finding.at(), finding));
    report.findings().forEach(finding -> findings.put(finding.at(), finding));
    Map<String, OperationJson> operations = new LinkedHashMap<>();
    earlier.operations().forEach(one -> operations.put(one.timeline().operation(), one));
    report.operations().forEach(one -> operations.put(one.timeline().operation(), one));
    Instant opened =
        earlier.openedAt().isBefore(report.openedAt()) ? earlier.openedAt() : report.openedAt();
    return made(
        report.incident(),
        report.kind(),
        report.cluster(),
        opened,
        report.closedAt().or(() -> earlier.closedAt().filter(end -> !goesOn(report, end))),
        List.copyOf(alerts.values()),
        List.copyOf(findings.values()),
        List.copyOf(operations.values()),
        report.notices());
  }

  private static String episode(AlertJson alert) {
    return alert.name() + alert.standing().map(StandingJson::subject).orElse("") + alert.startsAt();
  }

  /** Whether something began after this time: an alert that fires may call the end off. */
  private static boolean goesOn(ReportJson report, Instant end) {
    return Stream.of(
            report.alerts().stream().map(AlertJson::heardAt),
            report.findings().stream().map(FindingJson::at),
            report.operations().stream().map(one -> one.timeline().requestedAt()))
        .flatMap(times -> times)
        .anyMatch(at -> at.isAfter(end));
  }

  private static ReportJson made(
      String id,
      String kind,
      String cluster,
      Instant openedAt,
      Optional<Instant> closedAt,
      List<AlertJson> alerts,
      List<FindingJson> findings,
      List<OperationJson> operations,
      List<String> notices) {
    List<OperationJson> ordered =
        operations.stream()
            .sorted(Comparator.comparing(one -> one.timeline().requestedAt()))
            .toList();
    List<OutageJson> outages = Outages.of(findings, ordered);
    StoodFindings stood = new StoodFindings(alerts, closedAt);
    return new ReportJson(
        id,
        kind,
        cluster,
        new Headline(stood, findings, ordered, outages, openedAt, closedAt).sentence(),
        openedAt,
        closedAt,
        alerts,
        findings,
        Milestones.of(stood, findings, ordered, outages),
        outages,
        ordered,
        Remains.lost(ordered),
        Remains.left(ordered),
        List.of(),
        notices);
  }

  /** Returns the diagnoses that the runbook answered, each different from the one before. */
  private static List<FindingJson> findings(TimelineJson timeline) {
    List<FindingJson> found = new ArrayList<>();
    timeline
        .entries()
        .forEach(
            entry ->
                entry
                    .prescription()
                    .filter(answer -> isNews(found, answer.diagnosis()))
                    .ifPresent(
                        answer ->
                            found.add(
                                new FindingJson(
                                    entry.at(),
                                    answer.diagnosis(),
                                    answer.finding(),
                                    Writes.of(answer.diagnosis()).words()))));
    return found;
  }

  private static boolean isNews(List<FindingJson> found, String diagnosis) {
    return found.isEmpty() || !found.getLast().name().equals(diagnosis);
  }

  static boolean isWhole(FindingJson finding) {
    return finding.name().equals(DiagnosisCode.WHOLE.words());
  }
}
