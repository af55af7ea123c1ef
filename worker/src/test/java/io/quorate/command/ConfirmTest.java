package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Question;
import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.operation.Phase;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code quorate approve --confirm}: the name of the cluster, typed. */
class ConfirmTest extends AtAScriptedGateway {
  private static final String ASKS_FOR_THE_NAME =
      "{\"counted\":false,\"sentence\":\"" + Question.TYPE_THE_NAME + "\"}";

  @Test
  void approveCountsWithTheClusterNameAndIsRefusedWithout() {
    replies.add(new Reply(200, ASKS_FOR_THE_NAME));
    replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Recorded: 1 of 1.\"}"));
    String[] approve = {"approve", "payments", "--digest", "7f3a91c2", "--as", "robin"};

    assertThat(desk.type(approve)).isEqualTo(ExitCode.REFUSED);
    assertThat(desk.out()).isEqualTo(Question.TYPE_THE_NAME + "\n");
    assertThat(asked).singleElement().asString().contains("\"confirm\":null");
    assertThat(desk.type("approve", "payments", "--digest", "7f3a91c2", "--confirm", "payments"))
        .isZero();
    assertThat(asked.get(1)).contains("\"confirm\":\"payments\"");
  }

  @Test
  void approveAtATerminalAsksForTheNameOnlyWhereTheQuestionNeedsIt() {
    replies.add(
        new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL, Optional.of("payments"))));
    replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Recorded: 1 of 2.\"}"));
    replies.add(new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL)));
    replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Recorded: 1 of 1.\"}"));
    desk.typing(" payments ");

    assertThat(desk.type("approve", "payments", "--digest", "7f3a91c2")).isZero();
    assertThat(desk.err()).contains("Type the name of the cluster to approve it: ");
    assertThat(asked.get(1)).contains("\"confirm\":\"payments\"");
    assertThat(desk.type("approve", "payments", "--digest", "7f3a91c2")).isZero();
    assertThat(desk.err()).doesNotContain("Type the name");
    assertThat(asked.get(3)).contains("\"confirm\":null");
  }

  @Test
  void showPrintsTheNameToTypeAndTheLossOfTheRecovery() {
    replies.add(
        new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL, Optional.of("payments"))));
    replies.add(
        new Reply(200, ShownOperation.json(Phase.WAITING_FOR_APPROVAL, Optional.of("payments"))));

    assertThat(desk.type("show", "payments")).isZero();
    assertThat(desk.out().replace("\n", " "))
        .contains("Cost: 30 revisions are certainly lost.")
        .contains("--digest 7f3a91c2 --confirm CLUSTER ")
        .contains("CLUSTER is the cluster's name, typed by each who approves.");
    assertThat(desk.type("show", "payments", "-o", "json")).isZero();
    assertThat(desk.out())
        .contains("\"typed\":\"payments\"")
        .contains("\"revision\":90,\"highestSeen\":120,\"certainlyLost\":30")
        .contains("\"possiblyLost\":\"unknown\"")
        .contains("\"window\":{\"from\":\"2026-03-01T03:04:05Z\",\"to\":\"unknown\"}");
  }
}
