package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.ORDERS;
import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.browser.Browser;
import io.quorate.operation.Phase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser, over a real Temporal, as a person uses it. */
@Timeout(180)
class PageIT {
  private static Browser browser;
  private static StagedPages pages;
  private RunningGateway gateway;

  @BeforeAll
  static void begin(@TempDir Path folder) throws Exception {
    browser = Browser.start();
    pages = StagedPages.start(folder);
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
    gateway = RunningGateway.over(pages.client);
    browser.forget();
    browser.wide(Browser.DESK);
  }

  @AfterEach
  void close() {
    for (var cluster : List.of(PAYMENTS, ORDERS)) {
      pages.end(cluster);
    }
    gateway.close();
  }

  private String url(String operation) {
    return "http://127.0.0.1:" + gateway.gateway().port() + "/#" + operation;
  }

  @Test
  void aYesIsGivenInADialogThatSaysTheCost() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.awaitText(".head .wrong", "etcd-1 is lost");
    browser.press("Approve…");
    browser.awaitText("dialog", "Costs: nothing, while etcd-0 and etcd-2 stay up.");
    browser.awaitText("dialog", "Cannot be undone: Remove member etcd-1");
    browser.press("Approve");
    browser.awaitText("dialog .told", "Your name is missing.");
    browser.type("Your name", "dana");
    browser.press("Approve");
    browser.awaitText("#told", "Recorded: 1 of 1.");
    browser.awaitText(".head .state", "running");
    browser.awaitText(".answers", "dana (unverified) said yes, page");
    assertThat(browser.shows("dialog")).isFalse();
  }

  @Test
  void theDialogOfADestructiveYesStaysOpenUntilTheRightNameIsTyped() {
    String operation = pages.operation(PAYMENTS, "majority-recovery", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.awaitText(".head .costs.loses", "at least 534");
    browser.press("Approve…");
    browser.awaitText("dialog", "Costs: every write after 02:55");
    assertThat(browser.text("dialog")).doesNotContain("payments");
    browser.type("Your name", "dana");
    browser.type("Name of the cluster", "orders");
    browser.press("Approve");
    browser.awaitText("dialog .told", "This is not the name of the cluster.");
    browser.type("Name of the cluster", "payments");
    browser.press("Approve");
    browser.awaitText("#told", "Recorded: 1 of 2.");
    browser.awaitText(".head .state", "waiting for approval");
  }

  @Test
  void anAnswerThatDoesNotCountIsSaidInTheDialog() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.press("Approve…");
    browser.type("Your name", "mallory");
    browser.press("Approve");
    browser.awaitText("dialog .told", "is not an approver");
    assertThat(browser.shows("dialog")).isTrue();
    browser.keys(Keys.ESCAPE);
    browser.awaitGone("dialog");
    assertThat(browser.text(".head .state")).isEqualTo("waiting for approval");
  }

  @Test
  void aNoNeedsAReasonAndEndsTheOperation() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.press("Reject…");
    browser.type("Your name", "robin");
    browser.press("Reject");
    browser.awaitText("dialog .told", "Reason is missing.");
    browser.type("Reason", "not at night");
    browser.press("Reject");
    browser.awaitText(".head .state", "rejected");
    browser.awaitText(".answers", "robin (unverified) said no, page");
    browser.awaitText(".answers", "not at night");
    browser.awaitText("#clusters", "This was the last look; the operation was rejected.");
  }

  @Test
  void aRefreshKeepsWhatIsTypedInADialog() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.press("Reject…");
    browser.type("Reason", "half a sentence");
    pages.stage(PAYMENTS, Phase.PARKED);
    browser.awaitText(".head .state", "parked");
    assertThat(browser.script("return document.querySelector('dialog input[name=reason]').value"))
        .isEqualTo("half a sentence");
  }

  @Test
  void aParkedOperationOffersItsChoicesAndSaysHowTheClusterStandsNow() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.PARKED);
    browser.open(url(operation));
    browser.awaitText("article h3", "Now, at ");
    browser.awaitText("article table", "does not answer");
    browser.awaitText("article", "One more loss stops all writes.");
    browser.awaitText(".head", "address already in use");
    browser.press("Skip…");
    browser.awaitText("dialog", "Skip: go on without it");
    browser.type("Your name", "dana");
    browser.press("Skip");
    browser.awaitText("dialog .told", "Reason is missing.");
    browser.press("Cancel");
    browser.awaitGone("dialog");
    browser.press("Abort…");
    browser.awaitText("dialog", "the cluster stays at 2 voters");
    browser.press("Cancel");
    browser.press("Retry…");
    browser.type("Your name", "dana");
    browser.press("Retry");
    browser.awaitText("#told", "retry by dana");
    browser.awaitText(".head .state", "running");
  }

  @Test
  void thePageOfAClusterHasTheTableOfLosses() {
    browser.open(url(""));
    browser.press("Now, and if something were lost");
    browser.awaitText("article h3", "Now, at ");
    browser.awaitText("article", "Found by the watch");
    browser.awaitText("article table ~ table", "Proposed then");
    browser.awaitText("article table ~ table td.bad", "gone");
    browser.awaitText("article .do", "Do today: ");
    assertThat(browser.objections()).isEmpty();
  }

  @Test
  void aPersonWhoIsOnItPressesAButtonAndIsShownAtOnce() {
    browser.open(url(pages.operation(PAYMENTS, "minority-replace", Phase.PARKED)));
    browser.press("I am on it…");
    browser.awaitText("dialog", "Reminders stop for 30 minutes");
    browser.type("Your name", "dana");
    browser.press("I am on it");
    browser.awaitText("#told", "You are on it.");
    browser.awaitText(".head", "dana (unverified) is on it since");
  }

  @Test
  void aRunningOperationIsPausedContinuedAndAborted() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.RUNNING);
    browser.open(url(operation));
    browser.press("Pause…");
    browser.type("Your name", "dana");
    browser.press("Pause");
    browser.awaitText(".head .state", "paused");
    browser.press("Continue…");
    browser.press("Continue");
    browser.awaitText(".head .state", "running");
    browser.press("Abort…");
    browser.type("Reason", "wrong member");
    browser.press("Abort");
    browser.awaitText(".head .state", "aborted");
    browser.awaitGone(".actions .buttons");
  }

  @Test
  void anAbortedOperationWhoseIncidentIsOpenCanBeAskedForAgain() throws InterruptedException {
    String aborted = pages.operation(PAYMENTS, "minority-replace", Phase.RUNNING);
    pages.stage(PAYMENTS, Phase.ABORTED);
    StagedPages.awaitListed(gateway, aborted);
    browser.open(url(aborted));
    browser.awaitText(".head .state", "aborted");
    browser.awaitText("#needs", "Nothing waits for anybody.");
    assertThat(browser.shows(".actions button")).isFalse();

    pages.incident(PAYMENTS);
    browser.press("Ask again…");
    browser.awaitText("dialog", "Nothing is changed before approvers said yes.");
    browser.type("Your name", "dana");
    browser.type("Reason", "it is day now");
    browser.press("Ask again");
    browser.awaitText("#told", "Asked again by dana (unverified), page: it is day now");
  }

  @Test
  void aQuestionOfAClusterWithoutWritesComesBeforeAPark() throws Exception {
    pages.operation(PAYMENTS, "minority-replace", Phase.PARKED);
    pages.operation(ORDERS, "majority-recovery", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(""));

    browser.awaitText("#needs", "orders: quorum is lost");
    browser.awaitText("#needs", "parked");
    assertThat(browser.text("#needs").indexOf("orders: quorum is lost"))
        .isLessThan(browser.text("#needs").indexOf("payments: "));
  }

  @Test
  void mattersThatNeedSomebodyComeFirstAndNoClusterWithTroubleIsCalledWhole() throws Exception {
    String parked = pages.operation(PAYMENTS, "minority-replace", Phase.PARKED);
    String over = pages.operation(ORDERS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(""));
    browser.awaitText("#needs", "orders: etcd-1 is lost");
    assertThat(browser.text("#needs")).startsWith("Needs you").contains("parked", "waiting");
    assertThat(browser.text("#needs").indexOf("parked"))
        .isLessThan(browser.text("#needs").indexOf("waiting for approval"));
    assertThat(browser.text("#clusters")).doesNotContain("No incident");
    assertThat(browser.script("return document.title").toString()).startsWith("2 waiting");

    pages.stage(ORDERS, Phase.COMPLETED);
    StagedPages.awaitListed(gateway, over);
    browser.awaitText("#clusters", "No incident. Whole at the end of the last operation.");
    assertThat(browser.shows("#past li")).isFalse();
    browser.click("#past summary");
    browser.awaitText("#past li", "orders: replace etcd-1");
    browser.click("#needs a");
    browser.awaitText(".head .state", "parked");
    assertThat(browser.text("#operation")).contains(parked);
  }

  /** A saved backup proves nothing about the cluster, and its look found a lost member. */
  @Test
  void aClusterIsNotCalledWholeBecauseABackupWasSaved() throws InterruptedException {
    String backup = pages.operation(ORDERS, "backup", Phase.RUNNING);
    pages.stage(ORDERS, Phase.COMPLETED);
    StagedPages.awaitListed(gateway, backup);
    browser.open(url(""));
    browser.awaitText("#clusters", "etcd-1 is lost. This was seen by the last operation");
    assertThat(browser.text("#clusters")).doesNotContain("Whole");
  }

  @Test
  void aPhoneShowsTheChosenOperationWithItsButtonsOnTheFirstScreen() {
    pages.operation(ORDERS, "minority-replace", Phase.PARKED);
    String operation = pages.operation(PAYMENTS, "majority-recovery", Phase.WAITING_FOR_APPROVAL);
    browser.wide(Browser.PHONE);
    browser.open(url(operation));
    browser.awaitText("#needs", "orders");
    browser.awaitText(".head .wrong", "quorum is lost");
    assertThat(bottom(".actions .buttons")).isLessThan(844);
    assertThat(top("#lists")).isGreaterThan(bottom("#operation"));
    assertThat(browser.overhang()).isZero();
    browser.press("Approve…");
    browser.awaitText("dialog", "every write");
    assertThat(browser.overhang()).isZero();
  }

  private static double bottom(String selector) {
    return edge(selector, "bottom");
  }

  private static double top(String selector) {
    return edge(selector, "top");
  }

  private static double edge(String selector, String side) {
    return ((Number)
            browser.script(
                "return document.querySelector('"
                    + selector
                    + "').getBoundingClientRect()."
                    + side))
        .doubleValue();
  }

  @Test
  void axeHasNoSeriousObjectionInLightAndInDark() {
    String parked = pages.operation(ORDERS, "minority-replace", Phase.PARKED);
    String question = pages.operation(PAYMENTS, "majority-recovery", Phase.WAITING_FOR_APPROVAL);
    for (boolean dark : List.of(false, true)) {
      browser.prefersDark(dark);
      browser.wide(dark ? Browser.PHONE : Browser.DESK);
      browser.open(url(""));
      browser.awaitText("#needs", "orders");
      assertThat(browser.objections()).as("lists, dark %s", dark).isEmpty();
      browser.open(url(parked));
      browser.awaitText("article table", "does not answer");
      assertThat(browser.objections()).as("parked, dark %s", dark).isEmpty();
      browser.open(url(question));
      browser.press("Approve…");
      browser.awaitText("dialog", "every write");
      assertThat(browser.objections()).as("dialog, dark %s", dark).isEmpty();
    }
    browser.prefersDark(false);
  }

  @Test
  void aDecisionCanBeMadeWithTheKeyboardAlone() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.awaitText(".head .wrong", "etcd-1 is lost");
    tabTo("Approve…");
    browser.keys(Keys.ENTER);
    browser.awaitText("dialog", "Cannot be undone");
    browser.keys("robin");
    browser.keys(Keys.ENTER);
    browser.awaitText("#told", "Recorded: 1 of 1.");
  }

  private static void tabTo(String words) {
    for (int presses = 0; presses < 20; presses++) {
      browser.keys(Keys.TAB);
      if (browser.script("return document.activeElement.textContent").equals(words)) {
        return;
      }
    }
    throw new AssertionError("no Tab leads to " + words);
  }

  @Test
  void markupInWhatHostsSayIsShownAsText() {
    String operation = pages.operation(PAYMENTS, "minority-replace", Phase.WAITING_FOR_APPROVAL);
    browser.open(url(operation));
    browser.awaitText("article", "<b>Markup</b> in what hosts say is shown as it is.");
    assertThat(browser.shows("article b")).isFalse();
  }
}
