package io.quorate.report;

import static io.quorate.report.RecordedIncident.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.diagnosis.Writes;
import io.quorate.timeline.IncidentEvents;
import io.quorate.wire.Json;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.MilestoneJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a report says beside its timelines: durations, losses, remains. */
class ReportsTest {
  @Test
  void countsTheTimeFromTheAlertToTheWholeCluster() {
    List<MilestoneJson> reached = RecordedIncident.ofFour().milestones();

    assertThat(reached)
        .extracting(MilestoneJson::name)
        .containsExactly(
            "alert",
            "detected",
            "asked",
            "approved",
            "first-change",
            "writes-failed",
            "writes-back",
            "whole");
    assertThat(reached.getLast().secondsSinceFirst()).isEqualTo(1065);
    assertThat(reached).allMatch(one -> one.secondsSinceLast() >= 0);
  }

  @Test
  void aFindingInAWholeClusterEndsWithTheFindingAndNotWithTheCluster() {
    ReportJson report = RecordedIncident.ofFindings();

    assertThat(report.headline())
        .isEqualTo("slow disk of etcd-1, certificate; 0 operations; over after 37 min");
    assertThat(report.milestones())
        .extracting(MilestoneJson::name)
        .containsExactly("found", "detected", "over");
    assertThat(report.milestones().getLast().at()).isEqualTo(at("19:33:00"));
  }

  @Test
  void aReportOfAnEarlierReleaseHasAlertsWithoutFindings() {
    ReportJson report = RecordedIncident.ofFour();
    String earlier = Json.text(report).replaceAll(",\\s*\"standing\" ?: ?null", "");

    assertThat(earlier).doesNotContain("standing");
    assertThat(Json.read(earlier, ReportJson.class).map(ReportJson::alerts))
        .hasValue(report.alerts());
  }

  /** The step that starts the restored cluster ends before the next diagnosis tells of it. */
  @Test
  void writesAreBackWhenTheRestoredClusterServes() {
    OutageJson outage = RecordedIncident.ofFour().outages().getFirst();

    assertThat(outage.from()).isEqualTo(at("19:11:08.300"));
    assertThat(outage.to().orElseThrow()).isBetween(at("19:12:08"), at("19:12:13.1"));
  }

  @Test
  void aDiagnosisThatTellsNothingOfWritesEndsNoOutage() {
    List<FindingJson> findings =
        List.of(
            new FindingJson(at("10:00:00"), "quorum-lost", "Quorum is lost.", "impossible"),
            new FindingJson(at("10:01:00"), "unobservable", "Nobody answers.", "unknown"),
            new FindingJson(at("10:02:00"), "minority-lost", "One is lost.", "possible"),
            new FindingJson(at("10:03:00"), "no-space", "NOSPACE is raised.", "impossible"));

    assertThat(Outages.of(findings, List.of()))
        .extracting(OutageJson::from, OutageJson::to)
        .containsExactly(
            org.assertj.core.api.Assertions.tuple(at("10:00:00"), Optional.of(at("10:02:00"))),
            org.assertj.core.api.Assertions.tuple(at("10:03:00"), Optional.empty()));
  }

  @Test
  void anAlarmOfOneMemberThatIsClearedEndsNoOutage() {
    List<FindingJson> findings =
        List.of(
            finding("10:00:00", "no-space", "impossible"),
            finding("17:00:00", "whole", "possible"));

    assertThat(
            outages(findings, step("disarm-alarm", "10:10:00"), step("await-quorum", "10:20:00")))
        .containsExactly(at("10:00:00") + " to " + at("17:00:00"));
  }

  @Test
  void theOutageOfAnOperationThatStopsTheMembersLastsUntilAnotherClusterServes() {
    assertThat(
            outages(List.of(), step("take-down", "10:10:00"), step("start-restored", "10:20:00")))
        .containsExactly(at("10:10:00") + " to " + at("10:20:00"));
    assertThat(
            outages(
                List.of(finding("11:00:00", "whole", "possible")),
                step("stop-restored", "10:10:00"),
                step("return-to-old-cluster", "10:20:00")))
        .as("nobody serves when the old cluster is recorded again")
        .containsExactly(at("10:10:00") + " to " + at("11:00:00"));
  }

  @Test
  void anAbortThatStartsTheMembersAgainEndsTheOutage() {
    assertThat(
            outages(
                List.of(),
                step("take-down", "10:10:00"),
                entry(TimelineEvent.UNDO, "return-member", "10:15:00")))
        .containsExactly(at("10:10:00") + " to " + at("10:15:00"));
  }

  private static List<String> outages(List<FindingJson> findings, EntryJson... entries) {
    OperationJson operation =
        new OperationJson(
            "",
            Optional.empty(),
            List.of(),
            new TimelineJson(
                "payments.5f0c2d11",
                "payments",
                "majority-recovery",
                "Restore",
                "dana",
                at("10:00:00"),
                "parked",
                Optional.empty(),
                List.of(entries),
                "person"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return Outages.of(findings, List.of(operation)).stream()
        .map(one -> one.from() + " to " + one.to().map(Object::toString).orElse("now"))
        .toList();
  }

  private static FindingJson finding(String time, String name, String writes) {
    return new FindingJson(at(time), name, name, writes);
  }

  private static EntryJson step(String name, String time) {
    return entry(TimelineEvent.STEP, name, time);
  }

  private static EntryJson entry(TimelineEvent what, String name, String time) {
    return EntryJson.of(at(time), what, 1, name)
        .with(
            new StepJson(
                1,
                name,
                name,
                "reversible",
                "done",
                at(time),
                Optional.of(at(time)),
                Optional.empty(),
                1,
                Optional.empty()));
  }

  @Test
  void aDiagnosisOfALaterReleaseTellsNothingOfWrites() {
    assertThat(Writes.of("something-new")).isEqualTo(Writes.UNKNOWN);
  }

  @Test
  void givenUpDataIsNamedWithItsSourceOnlyWhereAStepDestroyed() {
    assertThat(RecordedIncident.ofFour().lost())
        .first()
        .asString()
        .startsWith("playground.29b8aeda went on with snapshot 20261128T191059Z-r658");
    assertThat(RecordedIncident.ofTwo("expired").lost()).isEmpty();
  }

  @Test
  void oldDirectoriesAndAHalfDoneOperationAreLeft() {
    assertThat(RecordedIncident.ofFour().left())
        .extracting(one -> one.where().orElse(one.what()))
        .anyMatch(left -> left.contains("data.aside-playground.29b8aeda-8b42a2765e0723ef"))
        .anyMatch(left -> left.contains("`: Aborted by robin: the port is in use."));
  }

  @Test
  void aReportKeepsOperationsThatTemporalForgot() {
    ReportJson whole = RecordedIncident.ofTwo("expired");
    IncidentEvents later =
        new IncidentEvents(
            whole.openedAt().plus(Duration.ofDays(8)),
            Optional.of(whole.openedAt().plus(Duration.ofDays(9))),
            List.of(),
            List.of(
                new FindingJson(
                    whole.openedAt().plus(Duration.ofDays(9)), "whole", "All vote.", "possible")),
            List.of(),
            List.of());
    ReportJson forgetful =
        Reports.ofIncident(whole.incident(), whole.cluster(), later, List.of(), List.of());

    ReportJson merged = Reports.withEarlier(forgetful, whole);

    assertThat(merged.operations()).isEqualTo(whole.operations());
    assertThat(merged.alerts()).isEqualTo(whole.alerts());
    assertThat(merged.openedAt()).isEqualTo(whole.openedAt());
    assertThat(merged.closedAt()).isEqualTo(forgetful.closedAt());
    assertThat(merged.findings()).hasSize(whole.findings().size() + 1);
  }

  @Test
  void aReportIsReadAsItWasWritten() {
    ReportJson report = RecordedIncident.ofFour();

    assertThat(Json.read(Json.text(report), ReportJson.class).map(Json::text))
        .contains(Json.text(report));
  }

  @Test
  void anEndThatIsKnownStandsUnlessTheIncidentWentOnAfterIt() {
    ReportJson over = seen("19:00:00", Optional.of(at("19:30:00")));

    assertThat(Reports.withEarlier(seen("19:00:00", Optional.empty()), over).closedAt())
        .as("a late report of what happened so far")
        .contains(at("19:30:00"));
    assertThat(Reports.withEarlier(seen("19:31:00", Optional.empty()), over).closedAt()).isEmpty();
  }

  private static ReportJson seen(String at, Optional<Instant> closedAt) {
    List<FindingJson> findings =
        List.of(new FindingJson(at(at), "minority-lost", "One is lost.", "possible"));
    return Reports.ofIncident(
        "payments.0000000a",
        "payments",
        new IncidentEvents(at("18:55:00"), closedAt, List.of(), findings, List.of(), List.of()),
        List.of(),
        List.of());
  }
}
