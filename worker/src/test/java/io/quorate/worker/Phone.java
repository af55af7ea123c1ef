package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.browser.Browser;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.slack.ButtonValue;
import java.nio.file.Path;

/** Phone of a person: a real browser of 390 px. Nothing on it may be wider than the screen. */
final class Phone implements AutoCloseable {
  private static final int LONGEST = 2600;

  private final ServedQuorate served;
  private final Browser browser;

  private Phone(ServedQuorate served, Browser browser) {
    this.served = served;
    this.browser = browser;
  }

  /** Switches a phone on; skips the test where this machine has no browser. */
  static Phone on(ServedQuorate served) {
    Browser browser = Browser.start();
    browser.wide(Browser.PHONE);
    return new Phone(served, browser);
  }

  Browser browser() {
    return browser;
  }

  /** Follows the message's link to the page as this person, who has no token. */
  void follow(String cluster, Person person) {
    ChannelMessage question = served.question(cluster);
    browser.forget();
    browser.open(served.slack.pageUrl());
    browser.awaitText("#messages", cluster + ": ");
    assertThat(browser.overhang()).as("Slack at 390 px").isZero();
    browser.picture(picture("slack"), LONGEST);
    assertThat(served.slack.click(question, ButtonValue.PAGE, person))
        .succeedsWithin(ServedQuorate.LIMIT);
    browser.awaitText(".whisper", "#login/");
    browser.open(
        browser
            .script("return [...document.querySelectorAll('.whisper a')].pop().href")
            .toString());
    browser.press("Log in");
    browser.awaitText("#who", person.name() + ", from Slack");
  }

  /** Opens an operation's page, and logs in with the token of this person. */
  void logIn(String operation, String person) {
    browser.forget();
    open(operation);
    browser.type("Your token", served.token(person));
    browser.press("Log in");
  }

  /** Opens an operation's page as whoever is logged in. */
  void open(String operation) {
    browser.open(served.page() + "#" + operation);
  }

  /** Waits for these words at this part of the page, and for all to fit on the screen. */
  void sees(String part, String words) {
    browser.awaitText(part, words);
    assertThat(browser.overhang()).as("wider than the screen").isZero();
  }

  /** Approves the plan that is shown, where a press is enough. */
  void approve() {
    browser.press("Approve…");
    sees("dialog", "Costs");
    browser.press("Approve");
    browser.awaitText("#told", "Recorded");
  }

  /** Approves the plan that is shown, which wants the name of the cluster. */
  void approve(String name) {
    browser.press("Approve…");
    approveNamed(name);
  }

  /** Types the name of the cluster in the dialog that is open. */
  void approveNamed(String name) {
    browser.type("Name of the cluster", name);
    browser.press("Approve");
  }

  /** Keeps a picture of what is shown, for a person to look at. */
  void keep(String name) {
    browser.picture(picture(name), LONGEST);
  }

  private static Path picture(String name) {
    return Path.of("target/phone", name + ".png");
  }

  @Override
  public void close() {
    browser.close();
  }
}
