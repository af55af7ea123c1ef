package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.wire.Json;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportsJson;
import io.quorate.wire.ReportsJson.RowJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happened, for the next shift and for the review. */
class ReportVerbsTest extends AtAScriptedGateway {
  private static final Instant OPENED = Instant.parse("2026-03-01T03:02:11Z");

  @Test
  void incidentsPrintsOpenAndPastOnes() {
    ReportsJson found =
        new ReportsJson(
            List.of(
                row("payments.83171cb9", Optional.empty()),
                row("payments.5f0c2d11", Optional.of(OPENED.plusSeconds(1740)))),
            Optional.of("Temporal did not answer within 5 s."));
    replies.add(new Reply(200, Json.text(found)));

    assertThat(desk.type("incidents", "payments", "--since", "7d")).isZero();

    assertThat(asked.getLast())
        .startsWith("GET /api/incidents?since=2026-02-22T03%3A04%3A05Z&cluster=payments ");
    assertThat(desk.out())
        .isEqualTo(
            """
            INCIDENT           SINCE                 OVER                  WHAT
            payments.83171cb9  2026-03-01T03:02:11Z  open                  quorum lost
            payments.5f0c2d11  2026-03-01T03:02:11Z  2026-03-01T03:31:11Z  quorum lost

            Temporal did not answer within 5 s.
            """);
  }

  @Test
  void incidentsWithoutAnyEndWithZero() {
    replies.add(new Reply(200, Json.text(new ReportsJson(List.of(), Optional.empty()))));

    assertThat(desk.type("incidents")).isZero();
    assertThat(desk.out()).isEqualTo("No incident.\n");
  }

  @Test
  void incidentsRefusesATimeThatIsNone() {
    assertThat(desk.type("incidents", "--since", "yesterday")).isEqualTo(2);
    assertThat(desk.err()).contains("'yesterday' is no time to go back; write it as 12h, 7d or 4w");
    assertThat(asked).isEmpty();
  }

  @Test
  void reportPrintsMarkdownOrJson() {
    String json = Json.text(report());
    replies.add(new Reply(200, json));
    replies.add(new Reply(200, json));
    replies.add(new Reply(200, json));

    assertThat(desk.type("report", "payments.5f0c2d11")).isZero();
    assertThat(asked.getLast()).startsWith("GET /api/incidents/payments.5f0c2d11 ");
    assertThat(desk.out()).startsWith("# payments: quorum lost\n").contains("## In short");
    String text = desk.out();
    assertThat(desk.type("report", "payments.5f0c2d11", "-o", "markdown")).isZero();
    assertThat(desk.out()).isEqualTo(text);
    assertThat(desk.type("report", "payments.5f0c2d11", "-o", "json")).isZero();
    assertThat(desk.out()).isEqualTo(json + "\n");
  }

  @Test
  void markdownIsTheFormOfAReportAlone() {
    assertThat(desk.type("abort", "payments", "-o", "markdown")).isEqualTo(2);
    assertThat(desk.err()).contains("-o markdown is for quorate report alone");
    assertThat(asked).isEmpty();
  }

  private static RowJson row(String incident, Optional<Instant> closedAt) {
    return new RowJson(incident, "incident", "payments", "quorum lost", OPENED, closedAt, 4);
  }

  private static ReportJson report() {
    return new ReportJson(
        "payments.5f0c2d11",
        "incident",
        "payments",
        "quorum lost",
        OPENED,
        Optional.of(OPENED.plusSeconds(1740)),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
