package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.wire.Json;
import io.quorate.wire.WaitingJson;
import io.quorate.wire.WaitingJson.MatterJson;
import io.quorate.wire.WaitingJson.UnderWayJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The hand-over: what needs a person, and what status says instead of proposing it once more. */
class WaitingVerbTest extends AtAScriptedGateway {
  private static final Instant SINCE = Instant.parse("2026-03-01T02:50:00Z");

  @Test
  void nothingThatWaitsEndsWithZero() {
    replies.add(new Reply(200, Json.text(nothing())));

    assertThat(desk.type("waiting")).isZero();
    assertThat(asked.getLast()).startsWith("GET /api/waiting ");
    assertThat(desk.out()).isEqualTo("Nothing waits for a person.\n");
  }

  @Test
  void aClusterThatDoesNotAnswerIsNotSaidToNeedNobody() {
    WaitingJson unknown =
        new WaitingJson(
            List.of(), List.of(), Optional.of("payments is left out. No worker answered in 5 s."));
    replies.add(new Reply(200, Json.text(unknown)));

    assertThat(desk.type("waiting")).isEqualTo(5);
    assertThat(desk.out())
        .startsWith("Some clusters did not answer; something may wait there.\n  payments is left")
        .doesNotContain("Nothing waits");
  }

  @Test
  void waitingNamesTroubleAndPeopleAndEndsWithOne() {
    replies.add(new Reply(200, Json.text(found())));

    assertThat(desk.type("waiting")).isEqualTo(1);
    assertThat(desk.out())
        .isEqualTo(
            """
            payments: quorum is lost since 02:48, 16 min. All writes fail.
              Proposed: restore the snapshot of 02:45 as a new cluster.
              A question waits for an answer since 02:50:00 UTC, 14 min. Can act: dana, robin. dana is on it since 02:55:00 UTC. Next reminder 03:05:00 UTC.
              quorate show payments.5f0c2d11

            orders: etcd-1 is lost.
              It is not mended since 02:50:00 UTC, 14 min. Can act: dana. Nobody is on it.
              quorate report orders

            stock.83171cb9 goes on by itself: stock: rolling restart, running.
            """);
  }

  @Test
  void waitingAsJsonIsWhatTheGatewaySaid() {
    String json = Json.text(found());
    replies.add(new Reply(200, json));

    assertThat(desk.type("waiting", "-o", "json")).isEqualTo(1);
    assertThat(desk.out()).isEqualTo(json + "\n");
  }

  @Test
  void aWatchedListIsPrintedAgainOnlyWhenSomethingElseWaits() {
    replies.add(new Reply(200, Json.text(found())));
    replies.add(new Reply(200, Json.text(found())));
    replies.add(new Reply(200, Json.text(nothing())));
    desk.interruptedInPause(2);

    assertThat(desk.type("waiting", "--watch", "-o", "json")).isEqualTo(130);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.out().lines()).hasSize(2);
  }

  @Test
  void statusNamesTheWaitInPlaceOfAProposal() {
    replies.add(new Reply(200, Json.text(found())));
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type("status", "payments")).isEqualTo(1);
    assertThat(asked.getLast()).startsWith("GET /api/waiting?cluster=payments ");
    assertThat(desk.out())
        .startsWith(
            """
            payments: quorum is lost since 02:48, 16 min. All writes fail.
            Proposed: restore the snapshot of 02:45 as a new cluster.
            Costs: every write after 02:45.

            payments   MINORITY LOST   3 voters\
            """)
        .contains(
            "Under way: a question waits for an answer since 02:50:00 UTC, dana is on it since"
                + " 02:55:00 UTC: quorate show payments\n")
        .doesNotContain("Proposed: quorate start");
  }

  @Test
  void statusOfAClusterOnWhichNothingWaitsProposesAsWithoutAGateway() {
    replies.add(new Reply(200, Json.text(nothing())));
    desk.sees(Drawn.ONE_LOST);

    desk.type("status", "payments");

    assertThat(desk.out()).contains("Proposed: quorate start minority-replace payments");
  }

  @Test
  void aGatewayThatDoesNotKnowWhoAsksChangesNothing() {
    replies.add(new Reply(401, "{\"error\":\"who are you\"}"));
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type("status", "payments")).isEqualTo(1);
    assertThat(desk.out()).contains("Proposed: quorate start minority-replace payments");
    assertThat(desk.err()).isEmpty();
  }

  @Test
  void statusAsJsonIsTheSameWithAndWithoutAGateway() {
    replies.add(new Reply(200, Json.text(found())));
    desk.sees(Drawn.ONE_LOST);

    desk.type("status", "payments", "-o", "json");

    assertThat(desk.out()).doesNotContain("Under way");
  }

  private static WaitingJson nothing() {
    return new WaitingJson(List.of(), List.of(), Optional.empty());
  }

  private static WaitingJson found() {
    return new WaitingJson(
        List.of(
            new MatterJson(
                "payments",
                "question",
                "a question waits for an answer",
                SINCE,
                Optional.of(SINCE.minusSeconds(120)),
                List.of(
                    "payments: quorum is lost since 02:48, 16 min. All writes fail.",
                    "Proposed: restore the snapshot of 02:45 as a new cluster.",
                    "Costs: every write after 02:45."),
                List.of("dana", "robin"),
                Optional.of("dana"),
                Optional.of(SINCE.plusSeconds(300)),
                Optional.of("payments.5f0c2d11"),
                Optional.of(SINCE.plusSeconds(900))),
            new MatterJson(
                "orders",
                "unmended",
                "it is not mended",
                SINCE,
                Optional.empty(),
                List.of("orders: etcd-1 is lost."),
                List.of("dana"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty())),
        List.of(
            new UnderWayJson(
                "stock",
                "stock.83171cb9",
                "stock: rolling restart",
                "running",
                SINCE,
                List.of("stock: a restart is asked for.", "Under way: restart each member."))),
        Optional.empty());
  }
}
