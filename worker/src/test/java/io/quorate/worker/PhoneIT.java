package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.slack.Person;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private static final String PAYMENTS = "payments";
  private static final String ORDERS = "orders";

  @TempDir private Path folder;

  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void twoClustersThatLostAMemberAtOnceAreMendedFromThePhone() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS, ORDERS), 3, "");
        var phone = Phone.on(served)) {
      served.lose(PAYMENTS, "etcd-1");
      served.lose(ORDERS, "etcd-1");
      served.alert(PAYMENTS, "etcdMembersDown");
      served.alert(ORDERS, "etcdMembersDown");
      String payments = served.await(PAYMENTS, "waiting-for-approval").operation();
      String orders = served.await(ORDERS, "waiting-for-approval").operation();

      phone.follow(PAYMENTS, Person.DANA);
      phone.sees(".head .wrong", "etcd-1 is lost");
      phone.sees("#needs", ORDERS);
      phone.keep("question");
      phone.approve();
      served.await(PAYMENTS, "completed");
      phone.sees(".head .state", "completed");
      phone.keep("completed");

      phone.open(orders);
      phone.sees(".head .wrong", ORDERS);
      phone.approve();
      served.await(ORDERS, "completed");
      phone.sees("#clusters", "No incident");
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
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "");
        var phone = Phone.on(served)) {
      served.saveSnapshot(PAYMENTS);
      for (var member : served.etcd(PAYMENTS).members()) {
        member.kill();
        member.destroyData();
      }
      var started = served.says("dana", "start", "majority-recovery", PAYMENTS);
      assertThat(started.exitCode()).as(started.text()).isZero();
      ShowJson asked =
          served.await(PAYMENTS, ServedQuorate.LIMIT, one -> one.openApproval().isPresent());
      String digest = asked.digest().orElseThrow();
      var own =
          served.says(
              "dana", "approve", asked.operation(), "--digest", digest, "--confirm", PAYMENTS);
      assertThat(own.text()).as("dana asked").contains("asked");
      assertThat(own.exitCode()).isNotZero();
      served.approveInSlack(PAYMENTS, Person.ROBIN);

      var handedOver = served.says(ServedQuorate.ALEX, "waiting");
      assertThat(handedOver.exitCode()).isOne();
      assertThat(handedOver.text())
          .contains(PAYMENTS, "quorum is lost", "Another yes is needed", "Can act: alex");
      assertThat(served.says(ServedQuorate.ALEX, "take", PAYMENTS).exitCode()).isZero();

      phone.logIn(asked.operation(), ServedQuorate.ALEX);
      phone.sees(".head .wrong", "All writes fail");
      phone.keep("restore");
      phone.approve(ORDERS);
      phone.sees("dialog .told", "This is not the name of the cluster.");
      phone.approveNamed(PAYMENTS);
      phone.sees(".answers", "robin said yes, slack");
      phone.sees(".answers", "alex said yes, page");
      served.awaitEnd(asked);
      phone.sees(".head .state", "completed");
      phone.keep("restored");
      assertThat(served.says(ServedQuorate.ALEX, "waiting").exitCode()).isZero();
    }
  }

  @Test
  void aParkIsRetriedFromThePhone() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "");
        var phone = Phone.on(served)) {
      served.lose(PAYMENTS, "etcd-1");
      Path binary = served.etcd(PAYMENTS).member("etcd-1").files().binary();
      Path away = binary.resolveSibling("etcd-away");
      served.alert(PAYMENTS, "etcdMembersDown");
      served.await(PAYMENTS, "waiting-for-approval");
      phone.follow(PAYMENTS, Person.DANA);
      Files.move(binary, away);
      phone.approve();
      served.await(PAYMENTS, "parked");
      phone.sees(".head .state", "parked");
      phone.sees("article h3", "Now, at ");
      phone.keep("parked");
      Files.move(away, binary);
      phone.browser().press("Retry…");
      phone.browser().press("Retry");
      served.await(PAYMENTS, "completed");
      phone.sees(".head .state", "completed");
    }
  }

  /** A question that nobody answers ends, and whoever wakes up late has it asked again at once. */
  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void anExpiredQuestionIsAskedAgainFromThePhone() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "expireAfter: 45s");
        var phone = Phone.on(served)) {
      served.lose(PAYMENTS, "etcd-1");
      served.alert(PAYMENTS, "etcdMembersDown");
      String first = served.await(PAYMENTS, "waiting-for-approval").operation();
      phone.follow(PAYMENTS, Person.DANA);
      phone.sees(".actions", "Approve…");

      served.await(PAYMENTS, "expired");
      phone.sees(".head .state", "expired");
      phone.sees(".head", "Asked again at ");
      phone.sees(".answers", "expired");
      phone.sees("#needs", "etcd-1 is lost");
      phone.keep("expired");
      phone.browser().press("Ask again…");
      phone.sees("dialog", "Nothing is changed before approvers said yes.");
      phone.browser().type("Reason", "I am awake now");
      phone.browser().press("Ask again");
      phone.sees("#told", "asks again in the name of the incident");

      ShowJson again =
          served.await(
              PAYMENTS,
              ServedQuorate.LIMIT,
              one -> !one.operation().equals(first) && one.openApproval().isPresent());
      phone.open(again.operation());
      phone.sees(".head .asked", "alert etcdMembersDown");
      phone.sees(".head", "dana is on it since");
      phone.approve();
      served.await(PAYMENTS, "completed");
      phone.sees(".head .state", "completed");
      assertThat(served.says("dana", "timeline", again.operation()).text())
          .contains("ask-again by dana (slack): I am awake now");
      assertThat(served.slack.messages())
          .anyMatch(one -> one.text().contains("Asked again by dana at "))
          .noneMatch(one -> one.buttons().contains(ButtonValue.APPROVE));
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void aQuestionIsVoidOnceAnotherMemberIsLostAndTheNewOneIsAboutBoth() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 5, "");
        var phone = Phone.on(served)) {
      served.lose(PAYMENTS, "etcd-1");
      served.alert(PAYMENTS, "etcdMembersDown");
      String first = served.await(PAYMENTS, "waiting-for-approval").operation();
      phone.follow(PAYMENTS, Person.DANA);
      phone.sees(".head .proposed", "replace etcd-1");

      served.lose(PAYMENTS, "etcd-3");
      ShowJson second =
          served.await(
              PAYMENTS,
              Duration.ofMinutes(3),
              one -> !one.operation().equals(first) && one.openApproval().isPresent());
      phone.sees(".head .asked", "The question is void.");
      phone.sees(".answers", "The world changed: etcd-3 is in trouble as well.");
      phone.sees("#needs", "etcd-3 is lost");
      phone.keep("void");
      phone.open(second.operation());
      phone.sees(".head .wrong", "etcd-1 is lost, etcd-3 is lost");
      phone.sees(".head .proposed", "replace etcd-1 and etcd-3");
      phone.approve();
      served.await(PAYMENTS, "completed");
      phone.sees(".head .state", "completed");
    }
  }

  /** The cluster works, and two people other than dana throw away what was written since. */
  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void wrongDataIsThrownAwayOnceTwoPeopleHaveReadTheCost() throws Exception {
    try (var served = ServedQuorate.start(folder, List.of(PAYMENTS), 3, "");
        var phone = Phone.on(served)) {
      served.etcd(PAYMENTS).etcdctl("put", "/jobs/1", "4711");
      String snapshot = served.saveSnapshot(PAYMENTS);
      served.etcd(PAYMENTS).etcdctl("del", "--prefix", "/jobs/");
      var started =
          served.says(
              "dana",
              "start",
              "majority-recovery",
              PAYMENTS,
              "--snapshot",
              snapshot,
              "--because-data-is-wrong",
              "/jobs/ was deleted");
      assertThat(started.exitCode()).as(started.text()).isZero();
      ShowJson asked =
          served.await(PAYMENTS, ServedQuorate.LIMIT, one -> one.openApproval().isPresent());
      served.approveInSlack(PAYMENTS, Person.ROBIN);

      phone.logIn(asked.operation(), ServedQuorate.ALEX);
      phone.sees(".head .wrong", "the cluster works, and its data is called wrong: /jobs/ was");
      phone.sees(".head .proposed", "throw away what was written after");
      phone.sees(".head .costs", "every write after");
      phone.sees(".head .asked", "robin (yes");
      phone.keep("wrong-data");
      phone.approve(PAYMENTS);
      served.awaitEnd(asked);
      phone.sees(".head .state", "completed");
      phone.keep("wrong-data-gone");
      assertThat(served.etcd(PAYMENTS).etcdctl("get", "/jobs/1").output()).contains("4711");
    }
  }
}
