package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.Slack;
import io.quorate.browser.Browser;
import io.quorate.gateway.slack.SlackClicks;
import io.quorate.gateway.slack.SlackPerson;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.Phase;
import io.quorate.slack.ButtonValue;
import io.quorate.slack.SlackClient;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Login on the page, by a token and by a link from Slack, in a real browser. */
@Timeout(180)
class PageLoginIT {
  private static final Token ROBIN = Token.create();
  private static final Duration SOON = Duration.ofSeconds(20);
  private static Browser browser;
  private static StagedPages pages;
  private static TokensFile tokens;
  private static Path alertToken;
  private RunningGateway gateway;
  private String operation = "";

  @BeforeAll
  static void begin(@TempDir Path folder) throws Exception {
    browser = Browser.start();
    pages = StagedPages.start(folder);
    tokens = new TokensFile(folder.resolve("tokens"));
    alertToken = Files.writeString(folder.resolve("alert-token"), "alertmanager-s\n");
  }

  @AfterAll
  static void end() throws Exception {
    if (pages != null) {
      pages.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void open() {
    tokens.add(new Tokens.Entry(ROBIN.hash(), "robin"));
    gateway = RunningGateway.over(pages.client, tokens.path(), alertToken);
    operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.forget();
    browser.wide(Browser.PHONE);
  }

  @AfterEach
  void close() {
    pages.end(PAYMENTS);
    gateway.close();
    tokens.remove(Set.of("robin"));
  }

  private String url(String place) {
    return "http://127.0.0.1:" + gateway.gateway().port() + "/#" + place;
  }

  private void logIn() {
    browser.open(url(operation));
    browser.type("Your token", ROBIN.text());
    browser.press("Log in");
    browser.awaitText(".head .wrong", "etcd-1 is lost");
  }

  @Test
  void aTokenOpensThePageAndADialogAsksForNoName() {
    browser.open(url(operation));
    browser.type("Your token", "quorate_wrong");
    browser.press("Log in");
    browser.awaitText("#gate .told", "This is no token of this gateway");
    assertThat(browser.objections()).isEmpty();
    assertThat(browser.overhang()).isZero();
    logIn();
    browser.awaitText("#who", "robin");
    browser.press("Approve…");
    browser.awaitText("dialog", "Cannot be undone");
    assertThat(browser.text("dialog")).doesNotContain("Your name");
    browser.press("Approve");
    browser.awaitText("#told", "Recorded: 1 of 1.");
    browser.awaitText(".answers", "robin said yes, page");
  }

  @Test
  void aLogoutLeavesNothingOfWhatWasShown() {
    logIn();
    browser.press("Log out");
    browser.awaitText("#gate", "Your token");
    browser.awaitText("#connection", "Not logged in");
    assertThat(browser.text("body")).doesNotContain("etcd-1");
  }

  @Test
  void aTokenThatIsTakenOutEndsAPageThatIsOpen() {
    logIn();
    browser.press("Approve…");
    tokens.remove(Set.of("robin"));
    browser.awaitText("#gate", "Your token");
    assertThat(browser.text("body")).doesNotContain("etcd-1");
    assertThat(browser.shows("dialog")).isFalse();
  }

  @Test
  void aLinkFromSlackLogsInOncePressedAndLeavesNoWordInTheAddress() {
    String link = link();
    browser.open(link);
    browser.awaitText("#gate", "Log in from Slack");
    assertThat(address()).endsWith("/#" + operation);
    browser.press("Log in");
    browser.awaitText(".head .wrong", "etcd-1 is lost");
    browser.awaitText("#who", "dana, from Slack");
    browser.press("Approve…");
    browser.press("Approve");
    browser.awaitText(".answers", "dana said yes, slack");

    browser.forget();
    browser.open(link);
    browser.press("Log in");
    browser.awaitText("#gate .told", "This link counts no more");
    browser.press("With a token");
    browser.awaitText("#gate", "Your token");
  }

  @Test
  void theButtonOfAQuestionGivesAnApproverALink() {
    try (SlackEmulator emulator = SlackEmulator.start(0)) {
      Slack slack = SlackClient.of(emulator.apiUrl());
      StagedSlack.of(slack, emulator)
          .show(1, StagedSlack.staged(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL));
      try (SlackClicks clicks =
          new SlackClicks(slack, emulator.tokens().app(), emulator.tokens().bot(), gateway.clicks())
              .start()) {
        emulator.awaitConnections(SOON, 2);
        ChannelMessage question = emulator.awaitButton(SOON, ButtonValue.PAGE);
        var refused = emulator.click(question, ButtonValue.PAGE, Person.STRANGER);
        emulator.awaitWhisper(SOON, Person.STRANGER, said -> said.contains("are for approvers"));
        var answered = emulator.click(question, ButtonValue.PAGE, Person.DANA);
        String told =
            emulator.awaitWhisper(SOON, Person.DANA, said -> said.contains("#login/")).text();
        browser.open(url(told.substring(told.indexOf('#') + 1)));
        browser.press("Log in");
        browser.awaitText("#who", "dana, from Slack");
        assertThat(clicks.connected()).isTrue();
        assertThat(refused).succeedsWithin(SOON);
        assertThat(answered).succeedsWithin(SOON);
      }
    }
  }

  private String link() {
    String told = gateway.clicks().page(new SlackPerson("T1", "U1", "dana"), operation);
    return url(told.substring(told.indexOf('#') + 1));
  }

  private static String address() {
    return browser.script("return location.href").toString();
  }
}
