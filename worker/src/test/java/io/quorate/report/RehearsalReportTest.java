package io.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.NotifierProgress;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import io.quorate.wire.TimelineJson.WhoJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RehearsalReportTest {
  private static final Instant ASKED = Instant.parse("2026-11-21T10:00:00Z");
  private static final String DIGEST = "ab".repeat(32);

  @Test
  void tellsWhoWasReachedAndWhoPressedWhat() {
    ReportJson report =
        Reports.ofRehearsal(
            rehearsal("completed", 95, pressed("dana", 40, true), pressed("robin", 90, true)),
            Optional.of(
                NotifierProgress.NONE.shown(Map.of("question", "C:1"), ASKED.plusSeconds(2))));

    assertThat(report.headline())
        .isEqualTo("a rehearsal, completed after 90 s; nothing was changed");
    assertThat(report.findings()).isEmpty();
    assertThat(report.outages()).isEmpty();
    assertThat(ReportText.markdown(report))
        .contains("It stood in Slack at 10:00:02, 2.0 s after it was asked.")
        .contains("10:00:40, after 40 s: dana, approve, slack.")
        .contains("All of it worked.");
  }

  @Test
  void tellsWhatDidNotWork() {
    ReportJson report =
        Reports.ofRehearsal(
            rehearsal("expired", 14_400, pressed("alice", 700, false)),
            Optional.of(NotifierProgress.NONE.failed("Slack refuses the token", ASKED)));

    assertThat(report.rehearsal().orElseThrow().pagerDueAt()).contains(ASKED.plusSeconds(600));
    assertThat(ReportText.markdown(report))
        .contains("People could not be told: Slack refuses the token")
        .contains("Nobody answered.")
        .contains("An answer of alice did not count: Not recorded: you asked for it.")
        .contains("The pager was due at 10:10:00.");
  }

  private static EntryJson pressed(String by, long after, boolean counted) {
    return EntryJson.of(
            ASKED.plusSeconds(after),
            counted ? TimelineEvent.DECISION : TimelineEvent.DECISION_REFUSED,
            1,
            by + " approves")
        .by(
            new WhoJson(
                by,
                "approve",
                Optional.of("slack"),
                "",
                counted,
                counted ? "Recorded." : "Not recorded: you asked for it."));
  }

  private static OperationJson rehearsal(String state, long lasted, EntryJson... pressed) {
    QuestionJson question =
        new QuestionJson("main.1.1", DIGEST, 2, Optional.empty(), ASKED.plusSeconds(14_400));
    EntryJson asked =
        EntryJson.of(ASKED, TimelineEvent.QUESTION_ASKED, 1, "Ask 2 approvers").with(question);
    return new OperationJson(
        "REHEARSAL: it is over.",
        Optional.empty(),
        List.of(),
        new TimelineJson(
            "main.0a1b2c3d",
            "main",
            "rehearsal",
            "REHEARSAL: main: rehearse the loss of etcd-1",
            "alice",
            ASKED.minusSeconds(3),
            state,
            Optional.of(ASKED.plusSeconds(lasted)),
            Stream.concat(Stream.of(asked), Stream.of(pressed)).toList(),
            "person"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
