package io.quorate.gateway.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.slack.api.Slack;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.gateway.slack.SlackClicks.Asked;
import io.quorate.gateway.slack.SlackClicks.Click;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Dialog;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.slack.ButtonValue;
import io.quorate.slack.SlackClient;
import io.quorate.slack.SlackVerb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real Socket Mode client against the emulator: every click is acknowledged and answered. */
@Timeout(60)
class SlackClicksIT {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String VALUE = "payments.5f0c2d11 payments.5f0c2d11.1 7f3a91c2";

  private static final String PARK = "payments.5f0c2d11 1.5.1763694332 -";

  private final List<Click> seen = new CopyOnWriteArrayList<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private Function<Click, DecisionAnswer> answer =
      click -> new DecisionAnswer(true, "Recorded: 1 of 1.");

  private SlackEmulator emulator;
  private Slack slack;
  private SlackClicks clicks;

  @BeforeEach
  void connect() {
    emulator = SlackEmulator.start(0);
    slack = SlackClient.of(emulator.apiUrl());
    clicks =
        new SlackClicks(slack, emulator.tokens().app(), emulator.tokens().bot(), new Answers())
            .start();
    emulator.awaitConnections(SOON, 2);
    awaitConnected();
  }

  private void awaitConnected() {
    while (!clicks.connected()) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void disconnect() throws Exception {
    clicks.close();
    slack.close();
    emulator.close();
  }

  private final class Answers implements SlackClicks.Decisions {
    @Override
    public void decide(Click click, Consumer<String> tell) {
      seen.add(click);
      CompletableFuture<DecisionAnswer> answered =
          CompletableFuture.supplyAsync(() -> answer.apply(click));
      try {
        tell.accept(answered.get(500, TimeUnit.MILLISECONDS).sentence());
      } catch (TimeoutException late) {
        tell.accept("Not confirmed yet: no answer.");
        tell.accept(answered.join().sentence());
      } catch (InterruptedException | ExecutionException failed) {
        throw new IllegalStateException(failed);
      }
    }

    @Override
    public void ask(Asked click, Consumer<String> tell) {
      asked.add(click);
      tell.accept("It tries again.");
    }

    @Override
    public String page(SlackPerson person, String operation) {
      return "For " + person.identity() + ": https://quorate.test/#login/w/" + operation;
    }

    @Override
    public Optional<String> keepsEvidenceFrom(SlackPerson person) {
      return person.teamId().equals("T1")
          ? Optional.empty()
          : Optional.of("Evidence is for approvers.");
    }

    @Override
    public String now(String operation) {
      return "03:16:00 UTC: revision 14,340";
    }

    @Override
    public String evidence(String operation, String question) {
      return "MEMBER  STATE\netcd-1  lost <"
          + operation
          + ">\n"
          + "a step of the plan, 60 characters long, so that many fill it\n".repeat(150)
          + "the last line";
    }
  }

  @Test
  void a_yes_carries_who_and_what_and_is_answered() {
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
    assertThat(seen)
        .singleElement()
        .satisfies(
            click -> {
              assertThat(click.by().identity()).isEqualTo("T1/U1");
              assertThat(click.operation()).isEqualTo("payments.5f0c2d11");
              assertThat(click.question()).isEqualTo("payments.5f0c2d11.1");
              assertThat(click.digest()).isEqualTo("7f3a91c2");
              assertThat(click.kind()).isEqualTo(Kind.APPROVE);
            });
  }

  @Test
  void a_no_opens_a_dialog_for_the_reason_and_carries_the_reason() {
    assertThat(press(ButtonValue.REJECT, VALUE, Person.ROBIN)).isTrue();
    assertThat(emulator.awaitDialog(SOON, Person.ROBIN).view().toString()).contains("Why not?");
    assertThat(seen).isEmpty();
    assertThat(acknowledged(emulator.submit(Person.ROBIN, Map.of("reason", "migration at noon"))))
        .isTrue();
    emulator.awaitWhisper(SOON, Person.ROBIN, "Recorded: 1 of 1."::equals);
    assertThat(seen).singleElement().extracting(Click::reason).isEqualTo("migration at noon");
    assertThat(seen).singleElement().extracting(Click::kind).isEqualTo(Kind.REJECT);
  }

  @Test
  void a_dialog_with_the_typed_name_decides_a_yes_that_can_cost_writes() {
    assertThat(press(ButtonValue.APPROVE, VALUE + " payments", Person.DANA)).isTrue();
    assertThat(emulator.awaitDialog(SOON, Person.DANA).view().toString())
        .contains("This can cost acknowledged writes.", "Plan 7f3a91c2");
    assertThat(seen).as("a click alone decides nothing").isEmpty();
    assertThat(
            acknowledged(
                emulator.submit(
                    Person.DANA, Map.of("name", " payments ", "reason", "the disks are gone"))))
        .isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
    assertThat(seen)
        .singleElement()
        .satisfies(
            click -> {
              assertThat(click.kind()).isEqualTo(Kind.APPROVE);
              assertThat(click.typed()).contains("payments");
              assertThat(click.reason()).isEqualTo("the disks are gone");
              assertThat(click.operation()).isEqualTo("payments.5f0c2d11");
              assertThat(click.digest()).isEqualTo("7f3a91c2");
            });
  }

  @Test
  void the_comment_may_be_left_out_and_a_dialog_delivered_twice_is_one_decision() {
    emulator.faults().deliverTwice();
    assertThat(press(ButtonValue.APPROVE, VALUE + " payments", Person.DANA)).isTrue();
    emulator.awaitDialog(SOON, Person.DANA);
    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("name", "payments")))).isTrue();
    emulator.awaitWhisper(
        SOON, Person.DANA, text -> seen.size() == 2 && text.startsWith("Recorded"));
    assertThat(seen).extracting(Click::id).containsOnly(seen.get(0).id());
    assertThat(seen.get(0).typed()).contains("payments");
    assertThat(seen.get(0).reason()).isEmpty();
  }

  @Test
  void a_dialog_that_slack_does_not_open_is_said_and_decides_nothing() {
    emulator.faults().refuse("views.open", "expired_trigger_id");
    assertThat(press(ButtonValue.APPROVE, VALUE + " payments", Person.DANA)).isTrue();
    emulator.awaitWhisper(
        SOON, Person.DANA, text -> text.startsWith("The dialog could not be opened"));
    assertThat(seen).isEmpty();
  }

  /** A wrong name closed the dialog, which had no cost and printed the name to type. */
  @Test
  void a_wrong_name_is_an_error_in_the_dialog_which_stays_open() {
    ButtonValue value =
        new ButtonValue(
            "payments.5f0c2d11",
            "payments.5f0c2d11.1",
            "7f3a91c2",
            Optional.of("payments"),
            Optional.of("Costs: every write after 02:55; at least 534 are known to be lost."));
    assertThat(press(ButtonValue.APPROVE, value.text(), Person.DANA)).isTrue();
    Dialog asked = emulator.awaitDialog(SOON, Person.DANA);
    assertThat(asked.view().path("blocks").toString())
        .contains("every write after 02:55; at least 534")
        .doesNotContain("payments");

    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("name", "paymnts")))).isTrue();
    Dialog open = emulator.dialog(Person.DANA).orElseThrow();
    assertThat(open.errors())
        .containsExactly(
            Map.entry("name", "You typed paymnts, which is not the name of the cluster."));

    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("name", "payments")))).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
    assertThat(emulator.dialog(Person.DANA)).isEmpty();
    assertThat(emulator.whispers()).as("a wrong name is told in the dialog alone").hasSize(1);
    assertThat(seen).as("a wrong name is recorded too").hasSize(2);
    assertThat(seen).extracting(Click::id).doesNotHaveDuplicates();
  }

  /** The evidence repeated the message. */
  @Test
  void the_evidence_has_the_facts_of_now_beside_those_of_the_question() throws Exception {
    assertThat(press(ButtonValue.EVIDENCE, VALUE, Person.DANA)).isTrue();
    emulator.awaitDialog(SOON, Person.DANA);
    long end = System.nanoTime() + SOON.toNanos();
    while (!shown(Person.DANA).contains("revision 14,340") && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(shown(Person.DANA))
        .containsSubsequence("*Now*", "revision 14,340", "*When it was asked*", "etcd-1  lost");
  }

  private String shown(Person person) {
    return emulator.dialog(person).map(open -> open.view().toString()).orElse("");
  }

  @Test
  void the_evidence_opens_as_a_dialog() {
    assertThat(press(ButtonValue.EVIDENCE, VALUE, Person.DANA)).isTrue();
    assertThat(emulator.awaitDialog(SOON, Person.DANA).view().toString())
        .contains("etcd-1  lost &lt;payments.5f0c2d11&gt;", "the last line")
        .doesNotContain("more lines");
  }

  @Test
  @Tag("attack-25")
  void a_stranger_is_shown_no_evidence_and_told_why() {
    assertThat(press(ButtonValue.EVIDENCE, VALUE, Person.STRANGER)).isTrue();
    emulator.awaitWhisper(SOON, Person.STRANGER, "Evidence is for approvers."::equals);
    assertThat(emulator.dialog(Person.STRANGER)).isEmpty();
  }

  @Test
  void a_link_to_the_page_is_told_to_who_clicked_and_to_nobody_else() {
    assertThat(press(ButtonValue.PAGE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(
        SOON, Person.DANA, "For T1/U1: https://quorate.test/#login/w/payments.5f0c2d11"::equals);
    assertThat(emulator.whispers()).allMatch(told -> told.to().equals(Person.DANA));
    assertThat(emulator.messages()).noneMatch(message -> message.text().contains("#login"));
    assertThat(seen).isEmpty();
  }

  /** From the phone one could approve, and not act. */
  @Test
  void a_verb_carries_who_and_the_place_where_the_operation_stood() {
    assertThat(press(SlackVerb.RETRY.id(), PARK, Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "It tries again."::equals);
    assertThat(asked)
        .singleElement()
        .satisfies(
            click -> {
              assertThat(click.by().identity()).isEqualTo("T1/U1");
              assertThat(click.verb()).isEqualTo(SlackVerb.RETRY);
              assertThat(click.name()).isEqualTo("payments.5f0c2d11");
              assertThat(click.place()).contains("1.5.1763694332");
            });
    assertThat(emulator.dialog(Person.DANA)).isEmpty();
  }

  @Test
  void a_verb_with_a_reason_opens_a_dialog_that_says_the_consequence() {
    String value = PARK + " - Remove+the+learner%2C+and+end.";
    assertThat(press(SlackVerb.ABORT.id(), value, Person.DANA)).isTrue();
    assertThat(emulator.awaitDialog(SOON, Person.DANA).view().toString())
        .contains("Remove the learner, and end.", "Abort the operation");
    assertThat(asked).isEmpty();

    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("reason", "wrong host")))).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "It tries again."::equals);
    assertThat(asked)
        .singleElement()
        .satisfies(
            click -> {
              assertThat(click.verb()).isEqualTo(SlackVerb.ABORT);
              assertThat(click.reason()).isEqualTo("wrong host");
              assertThat(click.place()).contains("1.5.1763694332");
            });
  }

  @Test
  void ask_again_takes_a_reason_and_remembers_the_age_of_its_message() {
    Instant before = Instant.now().minusSeconds(1);
    assertThat(press(SlackVerb.ASK_AGAIN.id(), "payments - - - It+is+looked+at.", Person.DANA))
        .isTrue();
    assertThat(emulator.awaitDialog(SOON, Person.DANA).view().toString())
        .contains("It is looked at.", "Ask again");
    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("reason", "the disk is back"))))
        .isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "It tries again."::equals);
    assertThat(asked)
        .singleElement()
        .satisfies(
            click -> {
              assertThat(click.verb()).isEqualTo(SlackVerb.ASK_AGAIN);
              assertThat(click.name()).isEqualTo("payments");
              assertThat(click.reason()).isEqualTo("the disk is back");
              assertThat(click.posted().orElseThrow())
                  .isBetween(before.minusSeconds(60), Instant.now().plusSeconds(60));
            });
  }

  @Test
  void a_skip_with_a_reason_of_control_characters_stays_open_and_is_not_sent_on() {
    assertThat(press(SlackVerb.SKIP.id(), PARK + " - Go+on.", Person.DANA)).isTrue();
    emulator.awaitDialog(SOON, Person.DANA);
    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("reason", "\u0007\n\u001b"))))
        .isTrue();
    assertThat(emulator.dialog(Person.DANA).orElseThrow().errors()).containsKey("reason");
    assertThat(asked).isEmpty();

    assertThat(acknowledged(emulator.submit(Person.DANA, Map.of("reason", "no disk")))).isTrue();
    assertThat(asked).singleElement().extracting(Asked::reason).isEqualTo("no disk");
  }

  @Test
  void a_click_on_a_message_that_was_deleted_is_answered_too() {
    ChannelMessage park = message(SlackVerb.TAKE.id(), "payments - -");
    emulator.delete(park);
    assertThat(acknowledged(emulator.click(park, SlackVerb.TAKE.id(), Person.ROBIN))).isTrue();
    emulator.awaitWhisper(SOON, Person.ROBIN, "It tries again."::equals);
    assertThat(asked).singleElement().extracting(Asked::place).isEqualTo(Optional.empty());
  }

  @Test
  void an_unknown_button_is_answered_with_nothing_was_recorded() {
    assertThat(press("deploy", "x", Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, text -> text.startsWith("Nothing was recorded"));
    assertThat(press(ButtonValue.APPROVE, "garbage", Person.ROBIN)).isTrue();
    emulator.awaitWhisper(SOON, Person.ROBIN, text -> text.startsWith("Nothing was recorded"));
    assertThat(seen).isEmpty();
  }

  @Test
  void a_decision_that_fails_is_acknowledged_and_answered() {
    answer =
        click -> {
          throw new IllegalStateException("Temporal is down");
        };
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, text -> text.startsWith("Not confirmed"));
  }

  @Test
  void a_decision_that_takes_long_is_not_called_approved_before_it_is() {
    CountDownLatch temporal = new CountDownLatch(1);
    answer =
        click -> {
          await(temporal);
          return new DecisionAnswer(true, "Recorded: 1 of 1.");
        };
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, text -> text.startsWith("Not confirmed yet"));
    assertThat(emulator.whispers()).noneMatch(whisper -> whisper.text().contains("Recorded"));
    temporal.countDown();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
  }

  @Test
  void a_click_that_is_delivered_twice_has_the_same_id_twice() {
    emulator.faults().deliverTwice();
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(
        SOON, Person.DANA, text -> emulator.whispers().size() == 2 && text.startsWith("Recorded"));
    assertThat(seen).hasSize(2).extracting(Click::id).containsOnly(seen.get(0).id());
  }

  @Test
  void the_socket_mode_client_reconnects_after_broken_connections() {
    emulator.cutConnections();
    emulator.awaitConnections(SOON, 4);
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
  }

  @Test
  void no_click_falls_between_when_slack_disconnects_both_connections() {
    emulator.refreshConnections();
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitConnections(SOON, 4);
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.ROBIN)).isTrue();
    emulator.awaitWhisper(SOON, Person.ROBIN, text -> text.startsWith("Recorded"));
  }

  @Test
  void a_proxy_page_with_status_200_does_not_stop_the_reconnecting() {
    emulator.faults().foreignPage("apps.connections.open");
    emulator.cutConnections();
    emulator.awaitConnections(SOON, 4);
    awaitConnected();
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
  }

  @Test
  void trouble_is_reported_while_slack_cannot_be_reached() {
    assertThat(clicks.trouble()).isEmpty();
    emulator.faults().down();
    emulator.cutConnections();
    while (clicks.trouble().isEmpty() || clicks.trouble().get().contains("lost")) {
      Thread.onSpinWait();
    }
    assertThat(clicks.trouble().get()).startsWith("Slack cannot be reached");
    emulator.faults().up();
    emulator.awaitConnections(SOON, 3);
    awaitConnected();
    assertThat(clicks.trouble()).isEmpty();
  }

  @Test
  void an_answer_that_slack_does_not_take_is_tried_again_on_another_way() {
    emulator.faults().tooMany("response_url", Duration.ofSeconds(1));
    emulator.faults().refuse("chat.postEphemeral", "internal_error");
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
    assertThat(emulator.whispers()).hasSize(1);
  }

  @Test
  void while_slack_asks_to_wait_no_answer_is_sent_on_that_way_for_any_click() {
    emulator.faults().tooMany("response_url", Duration.ofSeconds(4));
    emulator.faults().tooMany("chat.postEphemeral", Duration.ofSeconds(3));
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.DANA)).isTrue();
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.ROBIN)).isTrue();
    emulator.awaitWhisper(SOON, Person.DANA, "Recorded: 1 of 1."::equals);
    emulator.awaitWhisper(SOON, Person.ROBIN, "Recorded: 1 of 1."::equals);
    assertThat(emulator.whispers()).hasSize(2);
    assertThat(emulator.faults().earlyCalls()).isZero();
  }

  @Test
  void a_stranger_is_known_by_the_team_they_come_from() {
    assertThat(press(ButtonValue.APPROVE, VALUE, Person.STRANGER)).isTrue();
    emulator.awaitWhisper(SOON, Person.STRANGER, text -> true);
    assertThat(seen).singleElement().extracting(c -> c.by().identity()).isEqualTo("T9/U9");
  }

  /** True if it was acknowledged in time. */
  private boolean press(String action, String value, Person by) {
    return acknowledged(emulator.click(message(action, value), action, by));
  }

  /** A message with one button, posted as any app with this token could. */
  private ChannelMessage message(String action, String value) {
    String blocks =
        "[{\"type\":\"actions\",\"elements\":[{\"type\":\"button\",\"action_id\":\"%s\",\"value\":\"%s\"}]}]"
            .formatted(action, value);
    assertThatCode(
            () ->
                slack
                    .methods(emulator.tokens().bot())
                    .chatPostMessage(
                        r -> r.channel(emulator.channel()).text(action).blocksAsString(blocks)))
        .doesNotThrowAnyException();
    List<ChannelMessage> all = emulator.messages();
    return all.get(all.size() - 1);
  }

  private static boolean acknowledged(CompletableFuture<Boolean> click) {
    return click.completeOnTimeout(false, 3, TimeUnit.SECONDS).join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
