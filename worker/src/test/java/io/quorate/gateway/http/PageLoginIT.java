package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.browser.Browser;
import io.quorate.gateway.slack.SlackPerson;
import io.quorate.operation.Phase;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void aLinkFromSlackLogsInWhenItIsPressedAndLeavesNoWordInTheAddress() {
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

  private String link() {
    String told = gateway.clicks().page(new SlackPerson("T1", "U1", "dana"), operation);
    return url(told.substring(told.indexOf('#') + 1));
  }

  private static String address() {
    return browser.script("return location.href").toString();
  }
}
