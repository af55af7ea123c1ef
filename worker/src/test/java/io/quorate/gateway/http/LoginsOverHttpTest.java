package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.token.Token;
import io.quorate.token.TokenHash;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that knows people by their tokens. */
class LoginsOverHttpTest {
  private static final String START =
      "{\"runbook\":\"minority-replace\",\"options\":{\"member\":[\"etcd-1\"]},"
          + "\"requestedBy\":\"robin\",\"login\":false}";
  private static final String YES = "{\"digest\":\"7f3a91c2\",\"by\":\"robin\"}";
  private static final String ALERT_TOKEN = "alertmanager-s-own";

  @TempDir Path directory;
  private final Token dana = Token.create();
  private final Token robin = Token.create();
  private final Token sam = Token.create();
  private TokensFile tokens;
  private RunningGateway gateway;

  @BeforeEach
  void start() throws IOException {
    tokens = new TokensFile(directory.resolve("tokens"));
    tokens.add(new Tokens.Entry(dana.hash(), "d.smith"));
    tokens.add(new Tokens.Entry(robin.hash(), "robin"));
    tokens.add(new Tokens.Entry(sam.hash(), "sam"));
    Path alertToken = Files.writeString(directory.resolve("alert-token"), ALERT_TOKEN + "\n");
    gateway = RunningGateway.withLogins(tokens.path(), alertToken);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void theTokenDecidesWhoAsksAndWhoApproves() {
    String operation = started(dana);

    Reply shown = get("/api/operations/" + operation, sam.text());
    assertThat(shown.json().path("requestedBy").asText())
        .as("an alias is the approver of that name")
        .isEqualTo("dana");
    assertThat(shown.json().path("requester").asText()).isEqualTo("person");

    assertThat(approve(operation, dana).path("sentence").asText())
        .isEqualTo("You asked for this, so somebody else has to approve it.");
    assertThat(approve(operation, sam).path("sentence").asText())
        .contains("sam is not an approver");
    assertThat(approve(operation, robin).path("counted").asBoolean()).isTrue();
    assertThat(
            get("/api/operations/" + operation, sam.text())
                .json()
                .at("/approvals/0/decisions/0/by")
                .asText())
        .isEqualTo("robin");
  }

  @Test
  @Tag("attack-19")
  void aTokenThatOnlyLooksStartsDecidesAndSteersNothing() {
    Token looking = Token.create();
    tokens.add(new Tokens.Entry(looking.hash(), "robin", Tokens.Use.ONLY_LOOK));
    String operation = started(dana);
    for (String path :
        new String[] {
          "/api/clusters/payments/operations",
          "/api/operations/" + operation + "/approve",
          "/api/operations/" + operation + "/abort"
        }) {
      Reply refused = post(path, START, looking.text());
      assertThat(refused.status()).as(path).isEqualTo(403);
      assertThat(refused.json().path("error").asText()).contains("the token of robin only looks");
    }
    assertThat(get("/api/operations/" + operation, looking.text()).status()).isEqualTo(200);
  }

  @Test
  void aNameIsNotNeededBesideAToken() {
    String operation = started(sam);
    Reply paused = post("/api/operations/" + operation + "/pause", "{}", robin.text());
    assertThat(paused.json().path("sentence").asText()).isEqualTo("pause by robin.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/operations",
        "/api/clusters",
        "/api/runbooks",
        "/api/operations/payments",
        "/api/operations/payments/timeline",
        "/api/nothing",
        "/nothing",
        "/healthz/",
        "//api/operations",
        "/metrics",
        "/api/session"
      })
  @Tag("attack-28")
  void nothingIsToldToWhoShowsNoTokenOrAWrongOne(String path) {
    assertThat(gateway.get(path).status()).isEqualTo(401);
    for (String wrong :
        new String[] {
          "", "x", ALERT_TOKEN + "x", dana.text() + "x", dana.hash().hex(), dana.hash().toString()
        }) {
      assertThat(get(path, wrong).status()).as(wrong).isEqualTo(401);
    }
    HttpResponse<String> refused = gateway.answer(gateway.request(path).GET());
    assertThat(refused.headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"quorate\"");
    assertThat(refused.body()).contains("Say who you are: log in on the page");
  }

  @ParameterizedTest
  @Tag("attack-28")
  @ValueSource(
      strings = {
        "GET /api/operations/",
        "GET //api//operations",
        "GET /api/./operations",
        "GET /api/x/../operations",
        "GET /healthz/../api/operations",
        "GET /api/operations;session=1",
        "GET /api/%6fperations",
        "GET /API/operations",
        "GET /api/operations%2fpayments",
        "HEAD /api/operations",
        "OPTIONS /api/operations",
        "TRACE /api/operations",
        "GET http://127.0.0.1/api/operations"
      })
  void noSpellingOfAPathGetsPastTheLogin(String line) throws IOException {
    String head = line + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    assertThat(gateway.raw(head.getBytes(StandardCharsets.ISO_8859_1))).isBetween(400, 405);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/clusters/payments/operations",
        "/api/operations/payments/approve",
        "/api/operations/payments/reject",
        "/api/operations/payments/pause",
        "/api/operations/payments/abort"
      })
  void nothingIsDoneForWhoShowsNoToken(String path) {
    started(dana);
    assertThat(gateway.post(path, START).status()).isEqualTo(401);
    assertThat(gateway.post(path + "?token=" + robin.text(), YES).status())
        .as("what stands in a URL is no token")
        .isEqualTo(401);
    assertThat(post(path, YES, ALERT_TOKEN).status()).isEqualTo(401);
    assertThat(get("/api/operations/payments", sam.text()).json().path("state").asText())
        .isEqualTo("waiting-for-approval");
  }

  @Test
  void aRemovedTokenStopsAtOnceForDecisionsAndForSessions() {
    String operation = started(dana);
    String session = loggedIn(robin);
    assertThat(withSession("/api/session", session).status()).isEqualTo(200);

    tokens.remove(Set.of("robin"));

    assertThat(post("/api/operations/" + operation + "/approve", YES, robin.text()).status())
        .isEqualTo(401);
    assertThat(decideOnPage(operation, session, "https://quorate.example.net").statusCode())
        .isEqualTo(401);
    assertThat(withSession("/api/operations", session).status()).isEqualTo(401);
    assertThat(get("/api/operations/" + operation, sam.text()).json().path("state").asText())
        .isEqualTo("waiting-for-approval");

    tokens.add(new Tokens.Entry(robin.hash(), "robin"));
    assertThat(approve(operation, robin).path("counted").asBoolean()).isTrue();
  }

  @Test
  void thePageDecidesInTheNameOfTheSessionUntilTheLogout() {
    String operation = started(dana);
    String session = loggedIn(robin);
    assertThat(withSession("/api/session", session).text())
        .isEqualTo("{\"login\":true,\"name\":\"robin\",\"door\":\"page\"}");

    HttpResponse<String> decided = decideOnPage(operation, session, "https://quorate.example.net");
    assertThat(decided.body()).contains("\"counted\":true");
    assertThat(
            get("/api/operations/" + operation, sam.text())
                .json()
                .at("/approvals/0/decisions/0/door")
                .asText())
        .isEqualTo("page");

    HttpResponse<String> out =
        gateway.answer(gateway.request("/api/session").header("Cookie", cookie(session)).DELETE());
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    assertThat(withSession("/api/operations", session).status()).isEqualTo(401);
  }

  @Test
  void theCookieGoesToThisHostAloneAndNeverToAScriptOrAnotherSite() {
    HttpResponse<String> answer = login(robin.text());
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .matches("__Host-quorate=[-_A-Za-z0-9]{43}; Path=/; Secure; HttpOnly; SameSite=Strict");
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .doesNotContain(robin.text(), robin.hash().hex());
  }

  @Test
  @Tag("attack-27")
  void pagesOfOtherSitesChangeNothingAlsoWithTheCookie() {
    String operation = started(dana);
    String session = loggedIn(robin);
    assertThat(decideOnPage(operation, session, "https://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(decideOnPage(operation, session, "null").statusCode()).isEqualTo(403);
    HttpRequest.Builder form =
        gateway
            .request("/api/operations/" + operation + "/approve")
            .header("Cookie", cookie(session))
            .header("Content-Type", "text/plain")
            .POST(BodyPublishers.ofString(YES));
    assertThat(gateway.send(form).status()).isEqualTo(400);
    HttpRequest.Builder loginElsewhere =
        gateway
            .request("/api/session")
            .header("Origin", "https://evil.example")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"token\":\"" + robin.text() + "\"}"));
    assertThat(gateway.send(loginElsewhere).status()).isEqualTo(403);
  }

  @Test
  void aWrongTokenBesideASessionIsRefused() {
    String session = loggedIn(robin);
    HttpRequest.Builder both =
        gateway
            .request("/api/operations")
            .header("Cookie", cookie(session))
            .header("Authorization", "Bearer " + dana.text() + "x")
            .GET();
    assertThat(gateway.send(both).status()).isEqualTo(401);
  }

  @Test
  void aGatewayIsReachedByAnyNameOnceItKnowsPeople() throws IOException {
    String head =
        "GET /api/operations HTTP/1.1\r\nHost: quorate.example.net\r\nAuthorization: Bearer "
            + sam.text()
            + "\r\nConnection: close\r\n\r\n";
    assertThat(gateway.raw(head.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(200);
  }

  @Test
  @Tag("attack-29")
  void wrongTokensAreThrottledAndNeverLoggedWhileARightTokenLogsIn() {
    String wrong = robin.text() + "x";
    try (HeardLog log = new HeardLog()) {
      for (int time = 0; time < 10; time++) {
        assertThat(login(wrong).statusCode()).isEqualTo(401);
      }
      HttpResponse<String> eleventh = login(wrong);
      assertThat(eleventh.statusCode()).isEqualTo(429);
      assertThat(eleventh.headers().firstValue("Retry-After")).isPresent();
      assertThat(login(robin.text()).statusCode())
          .as("nobody is kept out by what others try from the same address")
          .isEqualTo(200);
      assertThat(log.lines("A login from 127.0.0.1 failed")).hasSize(10);
      assertThat(log.lines()).noneSatisfy(line -> assertThat(line).contains(robin.text()));
    }
    assertThat(get("/metrics", ALERT_TOKEN).text())
        .contains("quorate_logins_total{result=\"refused\"} 10.0")
        .contains("quorate_logins_total{result=\"throttled\"} 1.0");
  }

  @Test
  void behindAProxyTheAddressIsTheOneThatTheProxyWroteLast() {
    try (HeardLog log = new HeardLog()) {
      HttpRequest.Builder guess =
          gateway
              .request("/api/session")
              .header("X-Forwarded-For", "192.0.2.1")
              .header("X-Forwarded-For", "192.0.2.2, 192.0.2.3")
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"token\":\"x\"}"));
      assertThat(gateway.send(guess).status()).isEqualTo(401);
      assertThat(log.lines("A login from ")).singleElement().asString().contains(" 192.0.2.3 ");
    }
  }

  @Test
  void aTokenThatCountsForNobodyIsCountedEachTimeAndLoggedOnceByItsHash() {
    String wrong = robin.text() + "x";
    try (HeardLog log = new HeardLog()) {
      assertThat(get("/api/operations", wrong).status()).isEqualTo(401);
      assertThat(get("/metrics", wrong).status()).isEqualTo(401);
      assertThat(get("/readyz", wrong).json().path("checks").toString()).doesNotContain("reached.");
      assertThat(log.lines("A request from "))
          .singleElement()
          .asString()
          .contains("127.0.0.1", TokenHash.of(wrong).id())
          .doesNotContain(robin.text());
    }
    assertThat(get("/metrics", ALERT_TOKEN).text())
        .as("the token of alerts is no wrong one here")
        .contains("quorate_logins_total{result=\"refused\"} 3.0");
  }

  @Test
  @Tag("attack-30")
  void theTokenOfAlertsBringsAlertsAndReadsMetricsAndIsNobodyInTheApi() {
    String path = "/alerts/alertmanager";
    String alert = AlertsOverHttpTest.payload("firing", "payments-etcd");
    assertThat(gateway.post(path, alert).status()).isEqualTo(401);
    assertThat(post(path, alert, robin.text()).status())
        .as("a person's token is no alert's")
        .isEqualTo(401);
    assertThat(post(path, alert, ALERT_TOKEN).status()).isEqualTo(200);
    assertThat(get("/metrics", ALERT_TOKEN).status()).isEqualTo(200);
    assertThat(get("/api/operations", ALERT_TOKEN).status()).isEqualTo(401);
    assertThat(login(ALERT_TOKEN).statusCode()).isEqualTo(401);
    assertThat(post("/api/clusters/orders/operations", START, ALERT_TOKEN).status()).isEqualTo(401);
  }

  @Test
  void thePageAndTheHealthOfTheProcessNeedNoLoginAndTellNothing() {
    assertThat(gateway.get("/").status()).isEqualTo(200);
    assertThat(gateway.get("/page/main.js").status()).isEqualTo(200);
    assertThat(gateway.get("/page/secret.js").status()).isEqualTo(401);
    assertThat(gateway.get("/healthz").status()).isEqualTo(200);
    assertThat(gateway.get("/readyz").json().path("checks").toString())
        .contains("slack")
        .doesNotContain("Slack cannot be reached.");
    assertThat(get("/readyz", sam.text()).json().path("checks").toString())
        .contains("Slack cannot be reached.");
  }

  @Test
  void anUnreadableTokensFileAnswers503AndIsLoggedOncePerOutage() throws IOException {
    String session = loggedIn(robin);
    try (HeardLog log = new HeardLog()) {
      for (int outage = 1; outage <= 2; outage++) {
        Path aside = Files.move(tokens.path(), directory.resolve("aside"));
        assertThat(get("/api/operations", robin.text()).status()).isEqualTo(503);
        assertThat(withSession("/api/operations", session).status()).isEqualTo(503);
        assertThat(gateway.get("/healthz").status()).isEqualTo(200);
        Files.move(aside, tokens.path());
        assertThat(withSession("/api/operations", session).status()).isEqualTo(200);
        assertThat(log.lines("Nobody can be let in: "))
            .as("each outage is said once, with its cause")
            .hasSize(outage)
            .allSatisfy(line -> assertThat(line).contains("NoSuchFileException"));
      }
    }
  }

  @Test
  void aLineThatSomebodyBrokeLocksNobodyElseOut() throws IOException {
    String lines = Files.readString(tokens.path());
    Files.writeString(tokens.path(), lines.replace(" robin", "") + "nonsense\n");
    assertThat(get("/api/operations", robin.text()).status()).isEqualTo(401);
    assertThat(get("/api/operations", sam.text()).status()).isEqualTo(200);
  }

  @Test
  void withoutTokensThereIsNoLoginAndThePageAsksForTheName() {
    try (RunningGateway open = RunningGateway.withoutWorker()) {
      assertThat(open.get("/api/session").text())
          .isEqualTo("{\"login\":false,\"name\":null,\"door\":null}");
      assertThat(open.post("/api/session", "{\"token\":\"x\"}").status()).isEqualTo(400);
    }
  }

  private String started(Token by) {
    Reply reply = post("/api/clusters/payments/operations", START, by.text());
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.json().path("operation").asText();
  }

  private JsonNode approve(String operation, Token by) {
    return post("/api/operations/" + operation + "/approve", YES, by.text()).json();
  }

  private HttpResponse<String> login(String token) {
    return gateway.answer(
        gateway
            .request("/api/session")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"token\":\"" + token + "\"}")));
  }

  /** Logs in; returns the word of the session. */
  private String loggedIn(Token token) {
    HttpResponse<String> answer = login(token.text());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
    return cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
  }

  private static String cookie(String session) {
    return "other=1; __Host-quorate=" + session;
  }

  private Reply withSession(String path, String session) {
    return gateway.send(gateway.request(path).header("Cookie", cookie(session)).GET());
  }

  private HttpResponse<String> decideOnPage(String operation, String session, String origin) {
    return gateway.answer(
        gateway
            .request("/api/operations/" + operation + "/approve")
            .header("Cookie", cookie(session))
            .header("Origin", origin)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(YES)));
  }

  private Reply get(String path, String token) {
    return gateway.send(gateway.request(path).header("Authorization", "Bearer " + token).GET());
  }

  private Reply post(String path, String body, String token) {
    return gateway.send(
        gateway
            .request(path)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }
}
