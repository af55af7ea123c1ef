package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.browser.Browser;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Troubles of real clusters that people mend on a phone, in a real browser of 390 px: from the
 * message in the emulated Slack over its link to the page, until the cluster is whole. The short
 * one is played in every build, the others in that of the fault matrix.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class PhoneIT {
  private static final Duration LIMIT = ServedQuorate.LIMIT;
  private static final String PAYMENTS = "payments";
  private static final String ORDERS = "orders";

  @TempDir private Path folder;
  private Browser browser;

  @BeforeEach
  void open() {
    browser = Browser.start();
    browser.wide(Browser.PHONE);
  }

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void twoClustersThatLostAMemberAtOnceAreMendedFromThePhone() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS, ORDERS), 3, "")) {
      lose(served, PAYMENTS);
      lose(served, ORDERS);
      served.alert(PAYMENTS, "etcdMembersDown");
      served.alert(ORDERS, "etcdMembersDown");
      String payments = served.await(PAYMENTS, "waiting-for-approval").operation();
      String orders = served.await(ORDERS, "waiting-for-approval").operation();

      logIn(served, PAYMENTS, Person.DANA);
      browser.awaitText(".head .wrong", "etcd-1 is lost");
      browser.awaitText("#needs", ORDERS);
      assertThat(browser.overhang()).isZero();
      browser.picture(Path.of("target/phone/question.png"), 2000);
      approve();
      served.await(PAYMENTS, "completed");
      browser.awaitText(".head .state", "completed");
      browser.picture(Path.of("target/phone/completed.png"), 2000);

      browser.open(served.page() + "#" + orders);
      browser.awaitText(".head .wrong", ORDERS);
      approve();
      served.await(ORDERS, "completed");
      browser.awaitText("#clusters", "No incident");
      assertThat(browser.overhang()).isZero();
      assertThat(payments).isNotEqualTo(orders);
      assertThat(served.says(ServedQuorate.ALEX, "waiting").exitCode()).isZero();
    }
  }

  /**
   * The one who asks is not counted: two others say yes, one in Slack and one on the page. Between
   * them a shift ends, and the next one finds the matter.
   */
  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void aRestoreThatDanaAsksForIsApprovedByTwoOthersAcrossAShift() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "")) {
      assertThat(served.says("dana", "start", "backup", PAYMENTS).exitCode()).isZero();
      served.await(PAYMENTS, "completed");
      for (EtcdMember member : served.etcd(PAYMENTS).members()) {
        member.kill();
        member.destroyData();
      }
      var started = served.says("dana", "start", "majority-recovery", PAYMENTS);
      assertThat(started.exitCode()).as(started.text()).isZero();
      ShowJson asked = served.await(PAYMENTS, LIMIT, one -> one.openApproval().isPresent());
      String digest = asked.digest().orElseThrow();
      var own =
          served.says(
              "dana", "approve", asked.operation(), "--digest", digest, "--confirm", PAYMENTS);
      assertThat(own.text()).as("dana asked").contains("asked");
      assertThat(own.exitCode()).isNotZero();

      ChannelMessage question = question(served, PAYMENTS);
      assertThat(served.slack.click(question, ButtonValue.APPROVE, Person.ROBIN))
          .succeedsWithin(LIMIT);
      served.slack.awaitDialog(LIMIT, Person.ROBIN);
      assertThat(served.slack.submit(Person.ROBIN, Map.of("name", PAYMENTS))).succeedsWithin(LIMIT);
      served.await(PAYMENTS, LIMIT, one -> !one.openApproval().orElseThrow().decisions().isEmpty());

      var handedOver = served.says(ServedQuorate.ALEX, "waiting");
      assertThat(handedOver.exitCode()).isOne();
      assertThat(handedOver.text())
          .contains(PAYMENTS, "quorum is lost", "Another yes is needed", "Can act: alex");
      assertThat(served.says(ServedQuorate.ALEX, "take", PAYMENTS).exitCode()).isZero();

      browser.open(served.page() + "#" + asked.operation());
      browser.type("Your token", served.token(ServedQuorate.ALEX));
      browser.press("Log in");
      browser.awaitText(".head .wrong", "All writes fail");
      assertThat(browser.overhang()).isZero();
      browser.picture(Path.of("target/phone/restore.png"), 2600);
      browser.press("Approve…");
      browser.type("Name of the cluster", "orders");
      browser.press("Approve");
      browser.awaitText("dialog .told", "This is not the name of the cluster.");
      browser.type("Name of the cluster", PAYMENTS);
      browser.press("Approve");
      browser.awaitText(".answers", "robin said yes, slack");
      browser.awaitText(".answers", "alex said yes, page");
      served.await(PAYMENTS, Duration.ofMinutes(4), one -> isOver(one, asked));
      browser.awaitText(".head .state", "completed");
      browser.picture(Path.of("target/phone/restored.png"), 2600);
      assertThat(served.says(ServedQuorate.ALEX, "waiting").exitCode()).isZero();
    }
  }

  @Test
  void aParkIsRetriedFromThePhone() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "")) {
      lose(served, PAYMENTS);
      Path binary = served.etcd(PAYMENTS).member("etcd-1").files().binary();
      Path away = binary.resolveSibling("etcd-away");
      served.alert(PAYMENTS, "etcdMembersDown");
      served.await(PAYMENTS, "waiting-for-approval");
      logIn(served, PAYMENTS, Person.DANA);
      Files.move(binary, away);
      approve();
      served.await(PAYMENTS, "parked");
      browser.awaitText(".head .state", "parked");
      browser.awaitText("article h3", "Now, at ");
      assertThat(browser.overhang()).isZero();
      browser.picture(Path.of("target/phone/parked.png"), 2600);
      Files.move(away, binary);
      browser.press("Retry…");
      browser.press("Retry");
      served.await(PAYMENTS, "completed");
      browser.awaitText(".head .state", "completed");
    }
  }

  /** Whether the operation has completed, after which a drill may be the newest one. */
  private static boolean isOver(ShowJson now, ShowJson asked) {
    return !now.operation().equals(asked.operation()) || now.state().equals("completed");
  }

  private static void lose(ServedQuorate served, String cluster) throws Exception {
    EtcdMember lost = served.etcd(cluster).member("etcd-1");
    lost.kill();
    Folders.delete(lost.dataDirectory().resolve("member").resolve("wal"));
  }

  private static ChannelMessage question(ServedQuorate served, String cluster) {
    return served.slack.awaitMessage(
        LIMIT,
        one -> one.buttons().contains(ButtonValue.APPROVE) && one.text().startsWith(cluster + ":"));
  }

  /** Follows the message's link as this person, who has no token. */
  private void logIn(ServedQuorate served, String cluster, Person person) {
    ChannelMessage question = question(served, cluster);
    browser.forget();
    browser.open(served.slack.pageUrl());
    browser.awaitText("#messages", cluster + ": ");
    assertThat(browser.overhang()).as("Slack at 390 px").isZero();
    browser.picture(Path.of("target/phone/slack.png"), 2000);
    assertThat(served.slack.click(question, ButtonValue.PAGE, person)).succeedsWithin(LIMIT);
    browser.awaitText(".whisper", "#login/");
    browser.open(
        browser
            .script("return [...document.querySelectorAll('.whisper a')].pop().href")
            .toString());
    browser.press("Log in");
    browser.awaitText("#who", person.name() + ", from Slack");
  }

  private void approve() {
    browser.press("Approve…");
    browser.awaitText("dialog", "Costs");
    assertThat(browser.overhang()).isZero();
    browser.press("Approve");
    browser.awaitText("#told", "Recorded");
  }
}
