package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.token.TokenHash;
import io.quorate.token.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code quorate token}, and verbs that show one to a gateway on another machine. */
class TokenVerbTest {
  private static final String LOGINS =
      "gateway: {tokensFile: tokens, alertTokenFile: alert-token}\n";

  @TempDir Path directory;
  private Path file;
  private Desk desk;

  @BeforeEach
  void sitDown() throws IOException {
    file = directory.resolve("tokens");
    Files.writeString(directory.resolve("alert-token"), "alerts");
    desk = new Desk(directory);
  }

  @Test
  void aTokenIsPrintedOnceAndTheFileHasItsHashOnly() throws IOException {
    assertThat(desk.type("token", "create", "dana", "--file", file.toString())).isZero();
    String token = desk.out().strip();
    assertThat(token).startsWith("quorate_").hasSize(51);
    assertThat(desk.err())
        .contains("is new", "the token of dana", "never again")
        .doesNotContain(token);
    assertThat(Files.readString(file)).isEqualTo("sha256:" + TokenHash.of(token).hex() + " dana\n");

    assertThat(desk.err()).contains("Whether dana is an approver was not looked at");

    desk.configure(LOGINS);
    assertThat(desk.type("token", "create", "Robin Smith", "--only-look", "-o", "json")).isZero();
    assertThat(desk.out())
        .matches(
            "\\{\"name\":\"Robin Smith\",\"token\":\"quorate_[-_A-Za-z0-9]{43}\","
                + "\"id\":\"[0-9a-f]{8}\",\"file\":\""
                + file
                + "\"}\n");
    assertThat(desk.err()).doesNotContain("is new");
  }

  @Test
  void listNamesTheOwnersAndRemoveTakesAllTokensOfAPerson() throws IOException {
    desk.type("token", "create", "dana", "--file", file.toString());
    String id = TokenHash.of(desk.out().strip()).id();
    desk.type("token", "create", "dana", "--file", file.toString());
    desk.configure(LOGINS);

    assertThat(desk.type("token", "list")).isZero();
    assertThat(desk.out()).containsPattern("dana +" + id).hasLineCount(2);
    assertThat(desk.type("token", "remove", "Dana", "-o", "json")).isZero();
    assertThat(desk.out()).contains("\"tokens\":[{\"name\":\"dana\",\"id\":\"" + id + "\",");
    assertThat(Tokens.parse(Files.readString(file)).entries()).isEmpty();
    assertThat(desk.type("token", "remove", "dana")).isEqualTo(4);
    assertThat(desk.type("token", "list")).isZero();
    assertThat(desk.out()).startsWith("Nobody has a token in ");
  }

  @Test
  void removeTakesTheTokensOfAllAliasesToo() throws IOException {
    for (String name : new String[] {"dana", "D.Smith", "robin"}) {
      desk.type("token", "create", name, "--file", file.toString());
    }
    desk.configure(
        LOGINS
            + "approval: {approvers: {oncall: [{name: dana, aliases: [d.smith, dsmith]},"
            + " {name: robin, slack: T1/U1}]}}\n");

    assertThat(desk.type("token", "remove", "dsmith")).isZero();
    assertThat(desk.out()).startsWith("Removed: ").contains("dana", "D.Smith");
    assertThat(Tokens.parse(Files.readString(file)).entries())
        .extracting(Tokens.Entry::name)
        .containsExactly("robin");
    assertThat(desk.err()).doesNotContain("Aliases");
  }

  @Test
  void removeWithoutAConfigurationNamesTheRemainingTokens() {
    for (String name : new String[] {"dana", "d.smith", "robin"}) {
      desk.type("token", "create", name, "--file", file.toString());
    }
    assertThat(desk.type("token", "remove", "dana", "--file", file.toString())).isZero();
    assertThat(desk.err())
        .contains("Aliases were not looked at")
        .contains("Names that remain there: d.smith, robin.");
    desk.type("token", "remove", "d.smith", "--file", file.toString());
    desk.type("token", "remove", "robin", "--file", file.toString());
    assertThat(desk.err()).contains("Nobody has a token there any more.");
  }

  @Test
  void wrongTokenCommandsAreToldWithTheRemedy() {
    assertThat(desk.type("token", "create", "dana")).isEqualTo(2);
    assertThat(desk.err()).contains("has no gateway.tokensFile", "--file FILE");
    assertThat(desk.type("token", "create", "--file", file.toString())).isEqualTo(2);
    assertThat(desk.err()).contains("quorate token create NAME");
    assertThat(desk.type("token", "revoke", "dana", "--file", file.toString())).isEqualTo(2);
    assertThat(desk.err()).contains("token remove NAME");
    assertThat(desk.type("token", "create", "alert x", "--file", file.toString())).isEqualTo(2);
    assertThat(desk.err()).contains("how alerts are named");
    assertThat(desk.type("token", "list", "--file", file.toString())).isEqualTo(5);
    assertThat(desk.err()).contains(file.toString());

    desk.configure(LOGINS);
    assertThat(desk.type("operations")).isEqualTo(2);
    assertThat(desk.err())
        .contains(
            "gateway.tokensFile: there is no file " + file + " that can be read; make it with:")
        .contains("quorate token create NAME --file " + file);
  }

  @Test
  void checkTellsWrongLinesOpenPermissionsUselessApproversAndSharedTokens() throws IOException {
    desk.type("token", "create", "d.smith", "--file", file.toString());
    Files.writeString(directory.resolve("alert-token"), "one\n" + desk.out());
    Files.writeString(file, Files.readString(file) + "nonsense\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
    desk.configure(
        LOGINS
            + "approval: {approvers: {oncall: [{name: dana, aliases: [d.smith]},"
            + " {name: robin, slack: T1/U1}]}}\n");
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("failed +tokens " + file + " +line 2 is no token")
        .containsPattern("warning +who may write " + file + " +others than its owner")
        .containsPattern("warning +doors of the approvers +robin can decide nowhere")
        .containsPattern("failed +token of alerts .*alert-token +it is also the token of d.smith");
  }

  @Test
  @Tag("attack-19")
  void createRefusesANameOfNoApproverAndCheckReportsTheName() throws IOException {
    desk.configure(
        LOGINS
            + "approval: {approvers: {oncall: [{name: dana, aliases: [d.smith]},"
            + " {name: robin, slack: T1/U1}]}}\n");
    Files.writeString(file, "");

    assertThat(desk.type("token", "create", "dana-laptop")).isEqualTo(2);
    assertThat(desk.err())
        .contains("'dana-laptop' is no approver and no alias of one")
        .contains("A second token of a person has the person's own name")
        .contains("quorate token create 'dana-laptop' --only-look");
    assertThat(Files.readString(file)).isEmpty();
    assertThat(desk.type("token", "create", "D.Smith")).isZero();
    desk.type("check");
    assertThat(desk.out()).containsPattern("ok +names of the tokens");

    assertThat(desk.type("token", "create", "dana-laptop", "--only-look")).isZero();
    assertThat(Files.readString(file))
        .containsPattern("(?m)^only-look sha256:\\w{64} dana-laptop$");
    desk.type("token", "list");
    assertThat(desk.out()).containsPattern("dana-laptop +\\w{8} +only looks");
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("ok +names of the tokens")
        .contains("tokens that only look: dana-laptop");
    Files.writeString(file, "sha256:" + "a".repeat(64) + " dana-desk\n");
    desk.type("check");
    assertThat(desk.out())
        .containsPattern(
            "warning +names of the tokens +dana-desk: no approver and no alias has this name");
  }

  @Test
  void checkFailsWhereTooFewApproversHaveATokenForWhatIsApprovedOutsideSlack() throws IOException {
    String approval =
        LOGINS
            + "approval:\n"
            + "  approvers: {oncall: [{name: dana, slack: T1/U1}, {name: robin, slack: T1/U2},"
            + " {name: kim, slack: T1/U3}]}\n"
            + "  required: {destructive: {count: 2, outsideSlack: 1}}\n";
    Files.writeString(file, "");
    desk.configure(approval);
    desk.type("token", "create", "dana");
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("failed +approvals outside Slack +1 have to come from somebody with a")
        .contains("and only dana has one; who asks does not count");
    desk.type("token", "create", "robin");
    desk.type("check");
    assertThat(desk.out()).containsPattern("ok +approvals outside Slack");
  }

  @Test
  void checkWarnsWhereTooFewApproversRemainBesideTheRequester() throws IOException {
    desk.configure("approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}\n");
    desk.type("check");
    assertThat(desk.out())
        .containsPattern(
            "warning +enough approvers +What is destructive needs 2 of dana, robin, so none of them"
                + " can ask for it");
    desk.configure("approval: {approvers: {oncall: [{name: dana}]}}\n");
    desk.type("check");
    assertThat(desk.out())
        .contains("What is reversible needs 1 of dana, so none")
        .contains("What is destructive needs 2 approvals and there are 1 approvers: it is never");
  }

  @Test
  void aVerbShowsTheTokenToARemoteGatewayWithoutAConfiguration() throws IOException {
    try (ScriptedGateway gateway = ScriptedGateway.open()) {
      Desk far =
          new Desk(directory)
              .with("QUORATE_CONFIG", "/nowhere/quorate.yml")
              .with("QUORATE_GATEWAY", gateway.url())
              .with("QUORATE_TOKEN", "quorate_danas");
      gateway.replies.add(new Reply(200, "{\"operations\":[],\"notice\":null}"));
      gateway.replies.add(new Reply(201, "{\"operation\":\"payments.5f0c2d11\"}"));
      gateway.replies.add(new Reply(200, "{\"counted\":true,\"sentence\":\"Recorded.\"}"));

      assertThat(far.type("operations", "Payments")).isZero();
      assertThat(far.type("start", "minority-replace", "payments", "--member", "etcd-1")).isZero();
      assertThat(far.type("approve", "payments", "--digest", "7f3a91c2")).isZero();

      assertThat(gateway.shown).hasSize(3).containsOnly("Bearer quorate_danas");
      assertThat(gateway.asked.get(0)).startsWith("GET /api/operations?cluster=payments");
      assertThat(gateway.asked.get(1)).contains("\"options\":{\"member\":[\"etcd-1\"]}");
      assertThat(String.join("\n", gateway.asked)).doesNotContain("quorate_danas");
    }
  }

  @Test
  void aRefusedLoginIsToldWithTheRemedy() throws IOException {
    try (ScriptedGateway gateway = ScriptedGateway.open()) {
      Desk near = gateway.desk(directory);
      gateway.replies.add(new Reply(401, "{\"error\":\"Say who you are\"}"));
      gateway.replies.add(new Reply(401, "{\"error\":\"This token does not count\"}"));

      assertThat(near.type("operations")).isEqualTo(2);
      assertThat(near.err()).contains("put your token into $QUORATE_TOKEN", "--token-file FILE");

      Path token = Files.writeString(directory.resolve("token"), "quorate_danas\n");
      assertThat(
              near.type("--token-file", token.toString(), "approve", "p", "--digest", "7f3a91c2"))
          .isEqualTo(3);
      assertThat(near.err()).contains("does not take this token").doesNotContain("quorate_danas");
      assertThat(gateway.shown).containsExactly("", "Bearer quorate_danas");
    }
  }

  @Test
  void aNameBesideATokenIsRefusedBecauseItWouldSayNothing() throws IOException {
    try (ScriptedGateway gateway = ScriptedGateway.open()) {
      Desk near = gateway.desk(directory).with("QUORATE_TOKEN", "quorate_danas");
      assertThat(near.type("approve", "payments", "--digest", "7f3a91c2", "--as", "robin"))
          .isEqualTo(2);
      assertThat(near.err()).contains("--as says nothing beside a token");
      assertThat(gateway.asked).isEmpty();
    }
  }
}
