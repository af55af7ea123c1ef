package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.operation.Phase;
import io.quorate.timeline.Recorded;
import io.quorate.wire.Json;
import io.quorate.wire.ShowJson;
import io.quorate.wire.TimelineJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The verbs that go through the gateway, against one that answers what the test wrote down. */
class GatewayVerbsTest extends AtAScriptedGateway {
  @Test
  void aStartNamesTheOperationAndSendsTheOptions() {
    replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));

    assertThat(
            desk.type(
                "start",
                "minority-replace",
                "payments",
                "--member",
                "etcd-1",
                "--data-is-lost",
                "--as",
                "dana",
                "-o",
                "json"))
        .isZero();
    assertThat(desk.out()).isEqualTo("{\"operation\":\"payments.5f0c2d11\"}\n");
    assertThat(asked)
        .containsExactly(
            "POST /api/clusters/payments/operations {\"runbook\":\"minority-replace\",\"options\":"
                + "{\"data-is-lost\":[],\"member\":[\"etcd-1\"]},\"requestedBy\":\"dana\",\"login\":false}");
  }

  @Test
  void aStartWithoutANameUsesTheLoginOfTheOperatingSystem() {
    replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));

    assertThat(desk.type("start", "defragment", "payments")).isZero();
    assertThat(asked.getLast())
        .contains(
            "\"requestedBy\":\""
                + System.getProperty("user.name")
                + "\",\"login\":"
                + !System.getProperty("user.name").equals("root")
                + "}");
  }

  @Test
  void startPrintsARefusalNothingToDoOrTheRunningOperation() {
    replies.add(new Reply(200, prescription("refusal")));
    replies.add(new Reply(200, prescription("nothing-to-do")));
    replies.add(new Reply(409, "{\"running\":\"payments.1\",\"because\":\"robin runs it\"}"));

    assertThat(start()).isEqualTo(3);
    assertThat(desk.out()).isEqualTo("refused: so it is\nDo: Wait.\n");
    assertThat(start()).isEqualTo(4);
    assertThat(desk.out()).isEqualTo("nothing to do: so it is\nDo: Wait.\n");
    assertThat(start("-o", "json")).isEqualTo(3);
    assertThat(desk.out())
        .isEqualTo("{\"running\":\"payments.1\",\"because\":\"robin runs it\"}\n");
  }

  @Test
  void waitingShowsTheQuestionAndEachStepOnceAndEndsWithTheOperation() {
    replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(503, "{\"error\":\"Temporal is away\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.RUNNING)));
    replies.add(new Reply(200, ShownOperation.json(Phase.COMPLETED)));

    assertThat(start("--wait", "-o", "json")).isZero();
    assertThat(desk.out()).isEqualTo("{\"operation\":\"payments.5f0c2d11\"}\n");
    assertThat(desk.err())
        .containsOnlyOnce("quorate approve payments.5f0c2d11 --digest 7f3a91c2")
        .containsOnlyOnce("1/1 ✓ Remove member etcd-1, 03:04:05, 0.3 s: gone from the list")
        .contains("completed: all is well");
  }

  @Test
  void aParkedOperationEndsTheWaitWithExitCodeOneAndTheChoices() {
    replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.PARKED)));

    assertThat(start("--wait")).isEqualTo(1);
    assertThat(desk.err()).contains("retry  start it again");
  }

  @Test
  @Tag("attack-16")
  void showSaysThatAnAlertProvesNobody() throws IOException {
    String byAlert =
        ShownOperation.json(Phase.WAITING_FOR_APPROVAL)
            .replace("\"requestedBy\":\"dana\"", "\"requestedBy\":\"alert etcdMembersDown\"")
            .replace("\"requester\":\"unverified\"", "\"requester\":\"alert\"");
    replies.add(new Reply(200, byAlert));

    assertThat(desk.type("show", "payments")).isZero();
    assertThat(desk.out().replace("\n", " "))
        .contains("Asked by alert etcdMembersDown (whoever may send alerts can have sent it) at ");
  }

  @Test
  void showPrintsStateStepsAndTheQuestion() throws IOException {
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));

    assertThat(desk.type("show", "payments")).isZero();
    assertThat(desk.out())
        .startsWith("payments.5f0c2d11   waiting-for-approval   payments: replace etcd-1\n")
        .contains(" 1 ✓ Remove member etcd-1, 03:04:05, 0.3 s: gone from the list")
        .containsSubsequence(
            "payments: etcd-1 is lost.",
            "Proposed: replace etcd-1",
            "To approve: quorate approve payments.5f0c2d11 --digest 7f3a91c2\n",
            " 1 ✓ Remove member etcd-1",
            "Found: etcd-1 is lost.\n");
    assertThat(desk.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(desk.out().split("Remove member etcd-1", -1)).as("steps once").hasSize(2);
    assertThat(desk.type("show", "payments", "-o", "json")).isZero();
    Golden.check("show.json", desk.out());
  }

  @Test
  void showSaysWhyAQuestionIsVoid() {
    String open = ShownOperation.json(Phase.WAITING_FOR_APPROVAL);
    replies.add(
        new Reply(
            200,
            open.replace("\"open\"", "\"void\"")
                .replace("\"because\":null", "\"because\":\"now etcd-1 not listed.\"")));

    assertThat(desk.type("show", "payments")).isZero();
    assertThat(desk.out())
        .contains("Question payments.5f0c2d11.1: void, 0 of 1\n  now etcd-1 not listed.\n");
  }

  @Test
  void aWatchPrintsEachChangeThroughAGatewayOutageUntilTheEnd() {
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(503, "{\"error\":\"Temporal is away\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.RUNNING)));
    replies.add(new Reply(200, ShownOperation.json(Phase.COMPLETED)));

    assertThat(desk.type("show", "payments", "--watch", "-o", "json")).isZero();
    assertThat(desk.out().lines().map(line -> Json.read(line, ShowJson.class).orElseThrow()))
        .extracting(ShowJson::state)
        .containsExactly("waiting-for-approval", "running", "completed");
    assertThat(desk.err()).isEqualTo("quorate: Temporal is away; asking again ...\n");
  }

  @Test
  void aWatchThatCannotEvenBeginEndsAtOnce() {
    replies.add(new Reply(503, "{\"error\":\"Temporal is away\"}"));

    assertThat(desk.type("show", "payments", "--watch")).isEqualTo(5);
    assertThat(desk.out()).isEmpty();
  }

  @Test
  void watchedOperationsArePrintedAgainWhenOneChanged() {
    replies.add(new Reply(200, "{\"operations\":[]}"));
    replies.add(new Reply(200, "{\"operations\":[]}"));
    replies.add(new Reply(200, operations("running")));
    desk.interruptedInPause(2);

    assertThat(desk.type("operations", "-w")).isEqualTo(130);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.out()).startsWith("No operation yet.\n\nOPERATION").contains("running");
    assertThat(desk.out()).containsOnlyOnce("No operation yet.");
  }

  @Test
  void atATerminalTheStepThatRunsIsOnALineThatIsWrittenOver() {
    replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(200, ShownOperation.json(Phase.COMPLETED)));

    assertThat(desk.onTerminal().type("start", "minority-replace", "payments", "--wait")).isZero();
    assertThat(desk.err())
        .contains("\r\u001b[Klooking at payments before it is started ...\r\u001b[K")
        .contains("\r\u001b[Kwaiting-for-approval for 0.0 s\r\u001b[Kcompleted: all is well\n");
  }

  private static String operations(String state) {
    return "{\"operations\":[{\"operation\":\"payments.1\",\"cluster\":\"payments\",\"runbook\":"
        + "\"scale\",\"title\":\"payments: scale\",\"state\":\""
        + state
        + "\",\"requestedBy\":\"dana\",\"startedAt\":\"2026-03-01T03:04:05Z\",\"endedAt\":null}]}";
  }

  @Test
  void aDecisionThatCountsEndsWithZeroAndOneThatDoesNotWithThree() {
    replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Recorded: 1 of 1.\"}"));
    replies.add(new Reply(200, "{\"counted\":false,\"sentence\":\"Not recorded.\"}"));
    replies.add(new Reply(202, "{\"counted\":false,\"sentence\":\"Not confirmed yet.\"}"));

    assertThat(desk.type("approve", "payments", "--digest", "7f3a91c2", "--as", "robin")).isZero();
    assertThat(desk.out()).isEqualTo("Recorded: 1 of 1.\n");
    assertThat(asked.get(0))
        .startsWith("POST /api/operations/payments/approve {\"id\":")
        .contains("\"digest\":\"7f3a91c2\",\"by\":\"robin\"");
    assertThat(desk.type("reject", "payments", "--reason", "not now")).isEqualTo(3);
    assertThat(desk.type("approve", "payments", "--digest", "7f3a91c2")).isEqualTo(5);
  }

  @Test
  void verbsAreAskedForWithTheirReason() {
    for (String verb : List.of("pause", "continue", "abort", "retry", "ask-again")) {
      replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Will do.\"}"));
      assertThat(desk.type(verb, "payments.5f0c2d11", "--reason", "because")).isZero();
    }
    assertThat(asked)
        .hasSize(5)
        .allSatisfy(request -> assertThat(request).contains("\"reason\":\"because\""));
    assertThat(asked.get(1)).startsWith("POST /api/operations/payments.5f0c2d11/continue ");
    assertThat(asked.getLast()).startsWith("POST /api/operations/payments.5f0c2d11/ask-again ");
  }

  @Test
  void aListThatMayBeIncompleteSaysSo() {
    String notice = "Current operations may be missing here. Temporal did not answer within 5 s.";
    replies.add(
        new Reply(
            200, operations("running").replaceFirst("]}$", "],\"notice\":\"" + notice + "\"}")));
    replies.add(new Reply(200, "{\"operations\":[],\"notice\":\"" + notice + "\"}"));
    assertThat(desk.type("operations")).isZero();
    assertThat(desk.out()).contains("payments.1").endsWith("\n\n" + notice + "\n");
    assertThat(desk.type("operations")).isZero();
    assertThat(desk.out()).contains("No operation found.\n\n" + notice);
  }

  @Test
  void operationsAreATable() {
    replies.add(
        new Reply(
            200,
            "{\"operations\":[{\"operation\":\"payments.1\",\"cluster\":\"payments\",\"runbook\":\"minority-replace\",\"title\":\"payments:"
                + " replace etcd-1\",\"state\":\"running\","
                + "\"requestedBy\":\"dana\",\"startedAt\":\"2026-03-01T03:04:05.123Z\","
                + "\"endedAt\":null,\"requester\":\"unverified\"}],\"notice\":null}"));

    assertThat(desk.type("operations", "payments")).isZero();
    assertThat(asked).containsExactly("GET /api/operations?cluster=payments ");
    assertThat(desk.out())
        .contains("payments.1  running  payments: replace etcd-1  dana (unverified)");
  }

  @Test
  void aCountedSkipEndsWithZeroAndARefusedSkipWithThree() {
    replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"It skips the step.\"}"));
    replies.add(
        new Reply(200, "{\"counted\":false,\"sentence\":\"This step must not be skipped.\"}"));

    assertThat(desk.type("skip", "payments", "--reason", "the disk is full", "--as", "bob"))
        .isZero();
    assertThat(asked.get(0))
        .startsWith("POST /api/operations/payments/skip {\"id\":")
        .contains("\"by\":\"bob\"")
        .contains("\"reason\":\"the disk is full\"");
    assertThat(desk.type("skip", "payments", "--reason", "hurry")).isEqualTo(3);
    assertThat(desk.out()).isEqualTo("This step must not be skipped.\n");
  }

  @Test
  void aTimelineIsPrintedAsTextAndAsJsonThatScriptsCanKeep() throws IOException {
    TimelineJson timeline = Recorded.timeline("snapshot-skipped");
    replies.add(new Reply(200, Json.text(timeline)));
    replies.add(new Reply(200, Json.text(timeline)));
    replies.add(new Reply(404, "{\"error\":\"no such operation; did you mean payments?\"}"));

    assertThat(desk.type("timeline", "payments")).isZero();
    assertThat(asked).containsExactly("GET /api/operations/payments/timeline ");
    assertThat(desk.out())
        .startsWith("main.0a1b2c3d   completed   main: replace etcd-1\n")
        .contains("asked for by alice")
        .contains(
            "1 - Save a snapshot from etcd-2 and verify it: skipped by bob: the disk is full");
    assertThat(desk.type("timeline", "payments", "-o", "json")).isZero();
    Golden.check("timeline.json", desk.out().replaceAll("T\\d\\d:\\d\\d:[\\d.]+Z", "T00:00:00Z"));
    assertThat(desk.type("timeline", "paymnts")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean payments?");
  }

  @Test
  void aGatewayErrorEndsWithTheExitCodeOfTheStatus() {
    replies.add(new Reply(404, "{\"error\":\"no such operation; did you mean payments?\"}"));
    replies.add(new Reply(503, "{\"error\":\"Temporal cannot be reached\"}"));
    replies.add(new Reply(500, "oops"));

    assertThat(desk.type("show", "paymnts")).isEqualTo(2);
    assertThat(desk.err()).isEqualTo("quorate: no such operation; did you mean payments?\n");
    assertThat(desk.type("show", "payments")).isEqualTo(5);
    assertThat(desk.type("show", "payments")).isEqualTo(70);
    assertThat(desk.out()).isEmpty();
  }

  @Test
  void aStartWithoutAGatewayNamesQuorateServe() {
    gateway.close();

    assertThat(start("-o", "json")).isEqualTo(5);
    assertThat(desk.err()).contains("cannot be reached; start it with: quorate serve");
    assertThat(desk.out()).isEmpty();
  }

  private int start(String... more) {
    List<String> words = new ArrayList<>(List.of("start", "minority-replace", "payments"));
    words.addAll(List.of(more));
    return desk.type(words.toArray(String[]::new));
  }

  private static String prescription(String name) {
    return "{\"cluster\":\"payments\",\"runbook\":\"minority-replace\",\"prescription\":\""
        + name
        + "\",\"because\":\"so it is\",\"code\":\"voter-votes\",\"do\":[\"Wait.\"],"
        + "\"steps\":[],\"warnings\":[]}";
  }
}
