package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.wire.Json;
import io.quorate.wire.RequestJson;
import io.quorate.wire.WatchJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The watch as {@code quorate watch} shows it. */
class WatchVerbTest extends AtAScriptedGateway {
  private static final Instant PULSE = Instant.parse("2026-03-01T03:03:40Z");
  private static final FindingJson STOPPED =
      new FindingJson(
          "payments",
          "member-stopped",
          Optional.of("member-stopped"),
          Optional.empty(),
          "etcd-1 is stopped and its data is there.",
          Instant.parse("2026-03-01T03:00:05Z"),
          PULSE,
          true,
          Optional.empty(),
          Optional.empty());
  private static final FindingJson FULL =
      new FindingJson(
          "payments",
          "quota-trend",
          Optional.empty(),
          Optional.of("etcd-1"),
          "The database is at 85 %.",
          Instant.parse("2026-03-01T03:00:05Z"),
          PULSE,
          false,
          Optional.of("soon"),
          Optional.of("by dana until 2026-03-02T03:00:00Z: it is ordered"));
  private static final FindingJson OLD =
      new FindingJson(
          "payments",
          "advisory",
          Optional.empty(),
          Optional.of("3.5.16"),
          "3.5.16 has ETCD-20967.",
          Instant.parse("2026-03-01T03:00:05Z"),
          PULSE,
          false,
          Optional.of("listed"),
          Optional.empty());

  @Test
  void findingsAreNamedWithTheAgeAndEndWithOne() {
    replies.add(new Reply(200, Json.text(watch(List.of(STOPPED), Optional.empty()))));

    assertThat(desk.type("watch")).isEqualTo(1);
    assertThat(desk.out())
        .contains("payments  member-stopped  for 4 min  told  etcd-1 is stopped")
        .contains("3 clusters watched, each asked within the last ");
  }

  @Test
  void aFindingThatIsNoDiagnosisIsNamedWithSubjectAndRunbook() {
    replies.add(new Reply(200, Json.text(watch(List.of(FULL), Optional.empty()))));

    assertThat(desk.type("watch")).isEqualTo(1);
    assertThat(desk.out())
        .contains(
            "payments  quota-trend etcd-1  for 4 min  not told yet, silenced by dana until"
                + " 2026-03-02T03:00:00Z: it is ordered  The");
  }

  @Test
  void aFindingThatIsOnlyListedEndsWithZero() {
    replies.add(new Reply(200, Json.text(watch(List.of(OLD), Optional.empty()))));

    assertThat(desk.type("watch")).isZero();
    assertThat(desk.out()).contains("payments  advisory 3.5.16  for 4 min  listed  3.5.16 has");
  }

  @Test
  void aFleetWithoutFindingsEndsWithZero() {
    replies.add(new Reply(200, Json.text(watch(List.of(), Optional.empty()))));

    assertThat(desk.type("watch", "payments")).isZero();
    assertThat(asked.getLast()).startsWith("GET /api/watch?cluster=payments ");
  }

  @Test
  void aClusterThatNobodyWatchesEndsWithFive() {
    replies.add(
        new Reply(
            200, Json.text(watch(List.of(), Optional.of("No worker watches 1 of 2 shards.")))));

    assertThat(desk.type("watch")).isEqualTo(5);
    assertThat(desk.out()).startsWith("No worker watches 1 of 2 shards.\n");
  }

  @Test
  void aFindingIsSilencedWithReasonAndEnd() {
    replies.add(
        new Reply(200, Json.text(new RequestJson.Answer(true, "Nobody is told of quota-trend."))));

    assertThat(
            desk.type(
                "silence", "payments", "quota-trend", "--reason", "it is ordered", "--for", "2h"))
        .isZero();
    assertThat(asked.getLast())
        .startsWith("POST /api/watch/payments/silence ")
        .contains(
            "\"kind\":\"quota-trend\"", "\"subject\":null", "\"seconds\":7200", "it is ordered");
    assertThat(desk.out()).contains("Nobody is told of quota-trend.");
  }

  @Test
  void theFindingOfOneSubjectIsSilenced() {
    replies.add(new Reply(200, Json.text(new RequestJson.Answer(true, "Nobody is told."))));

    String[] typed = "silence payments placement zone a --reason known --for 2h".split(" ");
    assertThat(desk.type(typed)).isZero();
    assertThat(asked.getLast()).contains("\"kind\":\"placement\"", "\"subject\":\"zone a\"");
  }

  @Test
  void aSilenceWithoutAnEndIsRefused() {
    assertThat(desk.type("silence", "payments", "quota-trend", "--reason", "it is ordered"))
        .isEqualTo(2);
  }

  private static WatchJson watch(List<FindingJson> findings, Optional<String> notice) {
    return new WatchJson(3, Optional.of(PULSE), findings, notice);
  }
}
