package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.gateway.slack.SlackPerson;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links from Slack to the page: each logs one person in, once. */
class LoginLinksOverHttpTest {
  private static final SlackPerson DANA = new SlackPerson("T1", "U1", "d");
  private static final Pattern LINK =
      Pattern.compile("https://quorate\\.example\\.net/#login/([-_A-Za-z0-9]{43})/(\\S+)$");

  @TempDir Path directory;
  private final Token robin = Token.create();
  private final Token dana = Token.create();
  private RunningGateway gateway;

  @BeforeEach
  void start() throws IOException {
    TokensFile tokens = new TokensFile(directory.resolve("tokens"));
    tokens.add(new Tokens.Entry(robin.hash(), "robin"));
    tokens.add(new Tokens.Entry(dana.hash(), "Dana"));
    Path alertToken = Files.writeString(directory.resolve("alert-token"), "alertmanager-s\n");
    gateway = RunningGateway.withLogins(tokens.path(), alertToken);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aLinkLogsItsPersonInOnceAndDecidesAsSlackDoes() {
    gateway.running("minority-replace", "sam");
    String word = word();
    HttpResponse<String> in = redeemed(word, "");
    assertThat(in.statusCode()).as(in.body()).isEqualTo(200);
    assertThat(in.body()).isEqualTo("{\"login\":true,\"name\":\"dana\",\"door\":\"slack\"}");

    HttpRequest.Builder yes =
        gateway
            .request("/api/operations/payments/approve")
            .header("Cookie", cookie(in))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"digest\":\"7f3a91c2\",\"door\":\"page\"}"));
    RunningGateway.Reply decided = gateway.send(yes);
    while (decided.status() == 404) {
      decided = gateway.send(yes);
    }
    assertThat(decided.json().path("counted").asBoolean()).as(decided.text()).isTrue();
    assertThat(session("/api/operations/payments", in).json().at("/approvals/0/decisions/0/door"))
        .as("a session that Slack opened is no second way beside Slack")
        .hasToString("\"slack\"");

    assertThat(redeemed(word, "").statusCode()).as("the second time").isEqualTo(401);
  }

  @Test
  void aSessionByALinkEndsAfterAnHour() {
    HttpResponse<String> in = redeemed(word(), "");
    gateway.later(Duration.ofMinutes(59));
    assertThat(session("/api/session", in).status()).isEqualTo(200);
    gateway.later(Duration.ofMinutes(1));
    assertThat(session("/api/session", in).status()).isEqualTo(401);
  }

  @Test
  void aLinkCountsNoMoreAfterFiveMinutesOrAfterANewerOne() {
    String old = word();
    String newer = word();
    assertThat(redeemed(old, "").statusCode()).isEqualTo(401);
    gateway.later(Duration.ofMinutes(5));
    HttpResponse<String> late = redeemed(newer, "");
    assertThat(late.statusCode()).isEqualTo(401);
    assertThat(late.body()).contains("good once, for 5 min. Press Open the page again.");
  }

  @Test
  @Tag("attack-40")
  void aLinkThatIsOnlyFetchedLogsNobodyInAndStaysGood() {
    String word = word();
    HttpResponse<String> crawled =
        gateway.answer(gateway.request("/#login/" + word + "/payments.1a2b3c4d").GET());
    assertThat(crawled.statusCode()).isEqualTo(200);
    assertThat(crawled.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(gateway.get("/?login=" + word).status()).isEqualTo(200);
    assertThat(gateway.get("/api/session?link=" + word).status()).isEqualTo(401);
    assertThat(redeemed(word, "").statusCode()).isEqualTo(200);
  }

  @Test
  @Tag("attack-40")
  void aLinkOfAnotherPersonIsRefusedInTheirBrowserAndSpent() {
    HttpResponse<String> robins = post("{\"token\":\"" + robin.text() + "\"}", "");
    String word = word();
    HttpResponse<String> refused = redeemed(word, cookie(robins));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("given to another person than you, robin");
    assertThat(session("/api/session", robins).json().path("name").asText()).isEqualTo("robin");
    assertThat(redeemed(word, "").statusCode()).isEqualTo(401);
  }

  /** The yes of a session by a link would not count where one has to come from outside Slack. */
  @Test
  void theSessionOfATokenStaysWhereItsPersonOpensALinkUnderAnotherSpelling() {
    HttpResponse<String> own = post("{\"token\":\"" + dana.text() + "\"}", "");

    HttpResponse<String> opened = redeemed(word(), cookie(own));

    assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
    assertThat(opened.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(session("/api/session", own).json().path("door").asText()).isEqualTo("page");
  }

  @Test
  @Tag("attack-40")
  void aStrangerInSlackIsGivenNoLink() {
    String told = gateway.clicks().page(new SlackPerson("T9", "U1", "dana"), "payments.1a2b3c4d");
    assertThat(told)
        .isEqualTo(
            "Links to the page are for approvers, and dana (Slack T9/U1) is not an approver of"
                + " this installation.");
  }

  @Test
  void aGatewayWithoutLoginGivesItsAddressAlone() {
    try (RunningGateway open = RunningGateway.withoutWorker()) {
      assertThat(open.clicks().page(DANA, "payments.1a2b3c4d"))
          .contains("gateway.publicUrl is not configured");
      assertThat(open.post("/api/session", "{\"link\":\"x\"}").status()).isEqualTo(400);
    }
  }

  /** The word of a new link for dana. */
  private String word() {
    String told = gateway.clicks().page(DANA, "payments.1a2b3c4d");
    Matcher link = LINK.matcher(told);
    assertThat(link.find()).as(told).isTrue();
    assertThat(link.group(2)).isEqualTo("payments.1a2b3c4d");
    return link.group(1);
  }

  private HttpResponse<String> redeemed(String word, String cookie) {
    return post("{\"link\":\"" + word + "\"}", cookie);
  }

  private HttpResponse<String> post(String body, String cookie) {
    HttpRequest.Builder request =
        gateway
            .request("/api/session")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    return gateway.answer(cookie.isEmpty() ? request : request.header("Cookie", cookie));
  }

  private RunningGateway.Reply session(String path, HttpResponse<String> in) {
    return gateway.send(gateway.request(path).header("Cookie", cookie(in)).GET());
  }

  private static String cookie(HttpResponse<String> in) {
    return in.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }
}
