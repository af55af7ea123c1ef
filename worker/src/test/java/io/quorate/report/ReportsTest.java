package io.quorate.report;

import static io.quorate.report.RecordedIncident.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.diagnosis.Writes;
import io.quorate.timeline.IncidentEvents;
import io.quorate.wire.Json;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.MilestoneJson;
import io.quorate.wire.ReportJson.OutageJson;
import java.time.Duration;
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
            "alert", "detected", "asked", "approved", "first-change", "writes-back", "whole");
    assertThat(reached.getLast().secondsSinceFirst()).isEqualTo(1065);
    assertThat(reached).allMatch(one -> one.secondsSinceLast() >= 0);
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
        .anyMatch(left -> left.startsWith("Aborted by robin: the port is in use."));
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
}
