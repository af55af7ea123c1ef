package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.NearNames;
import io.quorate.operation.ReportOrder;
import io.quorate.port.Failure;
import io.quorate.port.KeptReports;
import io.quorate.port.KeptReports.Name;
import io.quorate.report.ReportText;
import io.quorate.report.Reports;
import io.quorate.wire.Json;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportsJson;
import io.quorate.wire.ReportsJson.RowJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports of incidents: made out of histories, and kept beside the snapshots, where they outlive
 * the histories. What is kept is read from there; what is open, or was not written, is made anew.
 */
public final class ReportArchive {
  /** Most incidents of a list that are made anew; older ones have their report. */
  private static final int MOST_MADE = 20;

  private static final Logger LOG = LoggerFactory.getLogger(ReportArchive.class);

  private final QuorateClient client;
  private final KeptReports kept;
  private final ReportMaker maker;

  public ReportArchive(QuorateClient client, KeptReports kept, ReportPlaces places) {
    this.client = client;
    this.kept = kept;
    this.maker = new ReportMaker(client, places);
  }

  /**
   * Makes the report that an incident or operation asks for, and keeps it; returns what was done,
   * in a sentence. Throws a {@link Failure} where Temporal does not answer or the report cannot be
   * kept.
   *
   * @param now when the incident closes
   */
  public String write(ReportOrder order, Instant now) {
    ReportJson report =
        switch (order.kind()) {
          case OPERATION ->
              maker.ofOperation(ReportMaker.needed(client.directory().find(order.id())));
          case INCIDENT -> ofIncident(order, now);
        };
    if (order.end() == ReportOrder.End.STILL_OPEN && !report.isOpen()) {
      return "The report " + report.incident() + " is kept as it was: the incident is over.";
    }
    keep(order.cluster(), report);
    return "The report " + report.incident() + " is written.";
  }

  private void keep(ClusterKey cluster, ReportJson report) {
    kept.keep(
        cluster,
        new Name(report.incident(), report.openedAt()),
        Json.text(report),
        ReportText.markdown(report));
  }

  private ReportJson ofIncident(ReportOrder order, Instant now) {
    IncidentExecution run =
        ReportMaker.needed(client.incidents().list(List.of(order.cluster()))).incidents().stream()
            .filter(one -> one.id().equals(order.id()))
            .findFirst()
            .orElseThrow(
                () -> new Failure.Transient("Temporal does not know incident " + order.id()));
    return made(run, order.end() == ReportOrder.End.OVER ? Optional.of(now) : Optional.empty());
  }

  /** Makes a report, with what an earlier writing knew and Temporal forgot since. */
  private ReportJson made(IncidentExecution run, Optional<Instant> closedAt) {
    ReportJson report = maker.ofIncident(run, closedAt);
    return named(run.cluster(), run.id())
        .flatMap(name -> read(run.cluster(), name))
        .map(known -> Reports.withEarlier(report, known))
        .orElse(report);
  }

  /**
   * Makes a report that is not kept, or not to the end of the incident. The worker that should have
   * written the report of a closed incident may be lost, so the report is kept now, while Temporal
   * still has the history.
   */
  private ReportJson missing(IncidentExecution run) {
    ReportJson report = made(run, run.endedAt());
    if (run.endedAt().isPresent()) {
      try {
        keep(run.cluster(), report);
      } catch (Failure notWritten) {
        LOG.warn("The report {} cannot be kept: {}", report.incident(), notWritten.getMessage());
      }
    }
    return report;
  }

  /**
   * Returns the incidents that began since then, and all open ones, the newest first. A store or a
   * Temporal that does not answer makes a notice.
   */
  public ReportsJson list(List<ClusterKey> clusters, Instant since) {
    List<RowJson> rows = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    clusters.forEach(cluster -> rows.addAll(keptSince(cluster, since, notices)));
    switch (client.incidents().list(clusters)) {
      case Outcome.Done<Incidents.Found> found -> {
        found.value().notice().ifPresent(notices::add);
        found.value().incidents().stream()
            .filter(run -> run.endedAt().isEmpty() || !run.startedAt().isBefore(since))
            .filter(run -> run.endedAt().isEmpty() || !isTold(rows, run))
            .limit(MOST_MADE)
            .forEach(
                run ->
                    orNotice(notices, () -> RowJson.of(missing(run)))
                        .ifPresent(row -> replace(rows, row)));
      }
      case Outcome.Missed<Incidents.Found> missed ->
          notices.add("Open incidents may be missing here. " + missed.sentence());
    }
    rows.sort(Comparator.comparing(RowJson::openedAt).reversed());
    return new ReportsJson(
        rows,
        notices.isEmpty()
            ? Optional.empty()
            : Optional.of(notices.stream().distinct().collect(Collectors.joining(" "))));
  }

  private List<RowJson> keptSince(ClusterKey cluster, Instant since, List<String> notices) {
    return orNotice(notices, () -> kept.list(cluster)).orElse(List.of()).stream()
        .filter(name -> !name.openedAt().isBefore(since))
        .flatMap(name -> orNotice(notices, () -> read(cluster, name)).stream())
        .flatMap(Optional::stream)
        .map(RowJson::of)
        .toList();
  }

  /**
   * Returns whether the complete report of this incident is kept; a report so far is not complete.
   */
  private static boolean isTold(List<RowJson> rows, IncidentExecution run) {
    return rows.stream()
        .anyMatch(row -> row.incident().equals(run.id()) && row.closedAt().isPresent());
  }

  private static void replace(List<RowJson> rows, RowJson row) {
    rows.removeIf(other -> other.incident().equals(row.incident()));
    rows.add(row);
  }

  /** Returns what the store or Temporal answers; a failure becomes a notice. */
  private static <T> Optional<T> orNotice(List<String> notices, Supplier<T> answer) {
    try {
      return Optional.of(answer.get());
    } catch (Failure away) {
      notices.add(away.getMessage() + ".");
      return Optional.empty();
    }
  }

  /**
   * Finds a report: by the id of its incident, by the id of one of its operations, or by its
   * cluster: the incident that is open there, else the last one.
   */
  public Outcome<ReportJson> find(String name) {
    String cluster = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    return client
        .directory()
        .cluster(cluster)
        .then(
            owner -> {
              try {
                return find(owner, name);
              } catch (Failure away) {
                return Outcome.missed(
                    Outcome.Reason.UNREACHABLE, String.valueOf(away.getMessage()));
              }
            });
  }

  private Outcome<ReportJson> find(ClusterKey owner, String name) {
    boolean any = name.equals(owner.value());
    List<String> notices = new ArrayList<>();
    Outcome<Incidents.Found> runs = client.incidents().list(List.of(owner));
    List<IncidentExecution> known = runs.answer().map(Incidents.Found::incidents).orElse(List.of());
    Optional<ReportJson> found =
        known.stream()
            .filter(run -> run.endedAt().isEmpty() && (any || run.id().equals(name)))
            .findFirst()
            .map(run -> made(run, Optional.empty()))
            .or(() -> keptOf(owner, name, any).map(report -> toItsEnd(report, known)))
            .or(
                () ->
                    known.stream()
                        .filter(run -> any || run.id().equals(name))
                        .findFirst()
                        .map(this::missing))
            .or(() -> withOperation(owner, name, known, notices));
    return found
        .<Outcome<ReportJson>>map(Outcome.Done::new)
        .orElseGet(
            () ->
                notices.isEmpty()
                    ? unknown(owner, name, any, runs)
                    : Outcome.missed(Outcome.Reason.UNREACHABLE, String.join(" ", notices)));
  }

  private Optional<ReportJson> keptOf(ClusterKey owner, String name, boolean any) {
    return kept.list(owner).stream()
        .filter(one -> any || one.id().equals(name))
        .flatMap(one -> read(owner, one).stream())
        .findFirst();
  }

  /** Returns the report with the end of its incident, where Temporal knows the end. */
  private ReportJson toItsEnd(ReportJson report, List<IncidentExecution> known) {
    return known.stream()
        .filter(run -> report.isOpen() && run.id().equals(report.incident()))
        .findFirst()
        .map(this::missing)
        .orElse(report);
  }

  /** Returns the report that has this operation. */
  private Optional<ReportJson> withOperation(
      ClusterKey owner, String operation, List<IncidentExecution> runs, List<String> notices) {
    return Stream.concat(
            kept.list(owner).stream()
                .flatMap(one -> orNotice(notices, () -> read(owner, one)).stream())
                .flatMap(Optional::stream),
            runs.stream().limit(MOST_MADE).map(run -> made(run, Optional.empty())))
        .filter(report -> report.has(operation))
        .findFirst();
  }

  private Outcome<ReportJson> unknown(
      ClusterKey owner, String name, boolean any, Outcome<Incidents.Found> runs) {
    if (runs instanceof Outcome.Missed<Incidents.Found> missed) {
      return Outcome.missed(missed.reason(), missed.sentence());
    }
    List<String> known = kept.list(owner).stream().map(Name::id).toList();
    return Outcome.missed(
        Outcome.Reason.UNKNOWN,
        any
            ? owner + " has had no incident yet."
            : "There is no incident "
                + NearNames.quoted(name)
                + NearNames.questionAndList(name, "Incidents", known)
                + ".");
  }

  private Optional<Name> named(ClusterKey cluster, String id) {
    return kept.list(cluster).stream().filter(name -> name.id().equals(id)).findFirst();
  }

  /**
   * Reads a kept report; empty where there is none. Throws where this release cannot read the
   * report, so that every list names the report and no other report replaces the file.
   */
  private Optional<ReportJson> read(ClusterKey cluster, Name name) {
    return kept.read(cluster, name)
        .map(
            text ->
                Json.read(text, ReportJson.class)
                    .orElseThrow(
                        () ->
                            new Failure.Spoiled(
                                "The report "
                                    + name.id()
                                    + " that is kept cannot be read by this release, and stays as"
                                    + " it is")));
  }
}
