package io.quorate.report;

import io.quorate.cluster.StableName;
import io.quorate.timeline.IncidentEvents;
import io.quorate.timeline.IncidentReader;
import io.quorate.timeline.Recorded;
import io.quorate.timeline.TimelineReader;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.StandingJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reports of incidents whose histories were recorded on real servers. */
final class RecordedIncident {
  private static final String CLUSTER = "playground";

  private RecordedIncident() {}

  /** One incident with the two operations that it proposed. */
  static ReportJson ofTwo(String play) {
    return Reports.ofIncident(
        "playground.79c0dcb2",
        CLUSTER,
        events(play + ".incident"),
        List.of(
            operation("playground.496ab61c", play + ".operation-2"),
            operation("playground.918c6353", play + ".operation")),
        List.of());
  }

  /**
   * An hour with four operations, each recorded in a play of its own on one evening: a question
   * that nobody answered, a replacement that was aborted in the middle, one that was rejected, and
   * a restore after quorum was lost.
   */
  static ReportJson ofFour() {
    return Reports.ofIncident(
        "playground.79c0dcb2",
        CLUSTER,
        new IncidentEvents(
            at("18:55:20.803"),
            Optional.of(at("19:12:57.100")),
            List.of(
                new AlertJson(
                    "etcdMembersDown",
                    at("18:55:10"),
                    at("18:55:20.803"),
                    Optional.of(at("19:13:00")),
                    Optional.empty()),
                new AlertJson(
                    "etcdInsufficientMembers",
                    at("19:11:02"),
                    at("19:11:05.2"),
                    Optional.empty(),
                    Optional.empty())),
            List.of(
                new FindingJson(
                    at("18:55:25.429"),
                    "minority-lost",
                    "etcd-1 is lost: its process is gone and its data directory is partial. etcd-0"
                        + " and etcd-2 hold quorum; one more loss stops all writes.",
                    "possible"),
                new FindingJson(
                    at("18:59:49.100"),
                    "member-missing",
                    "2 of 3 configured members are in the membership: etcd-1 is not. One loss stops"
                        + " all writes.",
                    "possible"),
                new FindingJson(
                    at("19:11:08.300"),
                    "quorum-lost",
                    "Quorum is lost: only 1 of 3 voters can come back with data, 2 are needed.",
                    "impossible"),
                new FindingJson(
                    at("19:12:55.800"), "whole", "All 3 voters vote, etcd-0 leads.", "possible")),
            List.of(),
            List.of()),
        List.of(
            operation("playground.29b8aeda", "undo.operation"),
            operation("playground.918c6353", "expired.operation"),
            operation("playground.3f035c8b", "aborted-and-taken-back.operation"),
            operation("playground.5d1f77c4", "rejected.operation")),
        List.of());
  }

  /** Two findings of the watch in a cluster whose voters all voted, and no operation. */
  static ReportJson ofFindings() {
    return Reports.ofIncident(
        "playground.83171cb9",
        CLUSTER,
        new IncidentEvents(
            at("18:55:20.803"),
            Optional.of(at("19:33:02")),
            List.of(
                finding("slow-disk", "etcd-1", "18:55:10", Optional.of(at("19:10:40"))),
                finding("certificate", "", "19:01:00", Optional.of(at("19:33:00")))),
            List.of(
                new FindingJson(
                    at("18:55:21"), "whole", "All 3 voters vote, etcd-0 leads.", "possible")),
            List.of(),
            List.of()),
        List.of(),
        List.of());
  }

  private static AlertJson finding(
      String kind, String subject, String since, Optional<Instant> over) {
    return new AlertJson(
        "QuorateWatch" + StableName.typeOf(kind),
        at(since),
        at(since).plusSeconds(11),
        over,
        Optional.of(
            new StandingJson(
                kind, subject, "What is wrong, as the finding of " + kind + " says.")));
  }

  static IncidentEvents events(String... runs) {
    IncidentReader reader = new IncidentReader();
    Stream.of(runs).flatMap(run -> Recorded.played(run).stream()).forEach(reader::read);
    return reader.events();
  }

  static OperationJson operation(String id, String run) {
    TimelineReader reader = new TimelineReader(id);
    Recorded.played(run).forEach(reader::read);
    return reader.reported();
  }

  static Instant at(String time) {
    return Instant.parse("2026-11-28T" + time + "Z");
  }
}
