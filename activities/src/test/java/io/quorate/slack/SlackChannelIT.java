package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.slack.api.Slack;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.Door;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.Notice;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Steered;
import io.quorate.operation.StepState.Progress;
import io.quorate.port.Failure;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Showing;
import io.quorate.port.StateVersion;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real client against the emulator, over HTTP. */
class SlackChannelIT {
  private static final Story ASKED = Story.of("payments.5f0c2d11").asked();

  private static final Story PARKED =
      ASKED
          .decided("dana", Kind.APPROVE, "")
          .step(5, Progress.FAILED, "port in use")
          .phase(Phase.PARKED, "stopped at step 5 of 6: port in use")
          .choices(
              new Choice("retry", "do it again"),
              new Choice("skip", "go on without it, with a reason"),
              new Choice("abort", "remove the learner"));

  private static final Story RETRIED =
      PARKED
          .steered(
              Steered.of(
                  1,
                  new Request(
                      Request.Verb.RETRY,
                      "dana",
                      "the port is *free*",
                      Optional.of(Door.SLACK),
                      Optional.empty()),
                  Story.at(300),
                  new Request.Answer(true, "It tries again."),
                  PARKED.state()))
          .phase(Phase.RUNNING, "going on")
          .choices();

  private static final Duration SEVEN = Duration.ofSeconds(7);
  private static final Story LONG =
      Story.of("payments.5f0c2d11")
          .warned(Collections.nCopies(60, "One sentence. ".repeat(60)))
          .asked();

  private long versions;
  private SlackEmulator emulator;
  private Slack slack;
  private NotificationChannel channel;

  @BeforeEach
  void connect() {
    emulator = SlackEmulator.start(0);
    slack = SlackClient.of(emulator.apiUrl());
    channel = channel(emulator.tokens().bot(), emulator.channel());
  }

  @AfterEach
  void disconnect() throws Exception {
    slack.close();
    emulator.close();
  }

  @Test
  void a_question_is_a_message_with_the_steps_in_the_thread() {
    channel.show(ASKED.state(), showing(Map.of()));
    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.text()).startsWith("payments: etcd-1 is lost");
    assertThat(question.buttons())
        .containsExactly(
            ButtonValue.APPROVE, ButtonValue.REJECT, SlackVerb.TAKE.id(), ButtonValue.EVIDENCE);
    assertThat(emulator.messages().get(1).threadTs()).contains(question.ts());
  }

  @Test
  @Tag("attack-24")
  void the_context_of_a_question_names_the_unverified_requester_first() {
    channel.show(Story.of("payments.5f0c2d11").by("alice").asked().state(), showing(Map.of()));
    assertThat(context(emulator.messages().get(0))).startsWith("Asked by alice (unverified) · ");
  }

  @Test
  @Tag("attack-16")
  void a_question_of_an_alert_names_the_alert_as_unverified() {
    channel.show(ASKED.state(), showing(Map.of()));
    assertThat(context(emulator.messages().get(0)))
        .startsWith(
            "Asked by alert etcdMembersDown (whoever may send alerts can have sent it) · digest ");
  }

  private static String context(ChannelMessage message) {
    return message.blocks().findValues("elements").stream()
        .flatMap(elements -> elements.findValuesAsText("text").stream())
        .filter(text -> text.contains(" · "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_same_state_again_writes_nothing() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    List<ChannelMessage> before = emulator.messages();
    assertThat(channel.show(ASKED.state(), showing(posted))).isEqualTo(posted);
    assertThat(emulator.messages()).isEqualTo(before);
  }

  @Test
  void a_decision_takes_the_buttons_away_and_says_who() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    channel.show(ASKED.decided("dana", Kind.APPROVE, "").state(), showing(posted));
    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.buttons()).containsExactly(SlackVerb.PAUSE.id(), SlackVerb.ABORT.id());
    assertThat(question.edits()).isOne();
    assertThat(question.text()).contains("Approved by dana at 03:04:12 UTC, Slack");
    assertThat(shown()).hasSize(2);
  }

  /** The message of a park offered its verbs after the operation was completed. */
  @Test
  void the_buttons_of_a_park_give_way_to_who_pressed_one() {
    Map<String, String> posted = channel.show(PARKED.state(), showing(Map.of()));
    ChannelMessage park = park();
    assertThat(park.buttons())
        .containsExactly(
            SlackVerb.RETRY.id(), SlackVerb.SKIP.id(), SlackVerb.ABORT.id(), SlackVerb.TAKE.id());
    assertThat(park.valueOf(SlackVerb.RETRY.id()))
        .contains("payments.5f0c2d11 1.3." + PARKED.state().since().getEpochSecond() + " -");
    assertThat(park.valueOf(SlackVerb.ABORT.id()).orElseThrow()).endsWith(" - Remove+the+learner");

    channel.show(RETRIED.state(), showing(posted));

    assertThat(park().buttons()).isEmpty();
    assertThat(park().text())
        .isEqualTo(
            "payments: replace etcd-1: stopped at step 5 of 6: port in use\n"
                + "Retried by dana at 03:07 UTC, Slack: the port is ∗free∗.");
    assertThat(emulator.messages())
        .filteredOn(message -> message.threadTs().isPresent())
        .anyMatch(
            message ->
                message
                    .text()
                    .contains(
                        "Retried by dana at 03:07 UTC, Slack: the port is ∗free∗."
                            + " It tries again."));
  }

  @Test
  void the_message_of_an_old_park_that_somebody_deleted_is_not_posted_anew() {
    Map<String, String> posted = channel.show(PARKED.state(), showing(Map.of()));
    emulator.delete(park());
    posted = channel.show(RETRIED.state(), showing(posted));
    List<ChannelMessage> all = emulator.messages();
    assertThat(all).noneMatch(message -> message.text().contains("stopped at step 5"));
    channel.show(RETRIED.state(), showing(posted));
    assertThat(emulator.messages()).isEqualTo(all);
  }

  private ChannelMessage park() {
    return emulator.messages().stream()
        .filter(message -> message.place() == ChannelMessage.Place.THREAD_AND_CHANNEL)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void lines_that_are_due_together_are_one_message_and_are_edited_in_place() {
    Story busy =
        ASKED
            .decided("dana", Kind.APPROVE, "")
            .step(3, Progress.DONE, "held")
            .step(4, Progress.DONE, "removed")
            .step(5, Progress.RUNNING, "");
    Map<String, String> posted = channel.show(busy.state(), showing(Map.of()));
    assertThat(shown()).hasSize(2);
    assertThat(shown().get(1).text().lines()).hasSize(4);

    channel.show(busy.step(5, Progress.DONE, "answers").state(), showing(posted));
    assertThat(shown()).hasSize(2);
    assertThat(shown().get(1).text().lines())
        .hasSize(4)
        .last()
        .isEqualTo("5/6 Start etcd-1 with an empty data directory: done, 12 s. answers");
  }

  @Test
  void a_post_whose_answer_was_lost_is_found_again() {
    emulator.faults().forgetClientIds();
    emulator.faults().loseAnswer("chat.postMessage");
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Transient.class);
    assertThat(emulator.messages()).hasSize(1);

    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    assertThat(shown()).hasSize(2).allMatch(message -> message.edits() == 0);
    assertThat(posted.get("question.payments.5f0c2d11.1"))
        .contains(emulator.messages().get(0).ts());
  }

  @Test
  void posts_of_an_attempt_that_died_are_found_again() {
    emulator.faults().forgetClientIds();
    channel.show(ASKED.state(), showing(Map.of()));
    Story later = ASKED.decided("dana", Kind.APPROVE, "");
    channel.show(later.state(), showing(Map.of()));
    assertThat(shown()).hasSize(2);
  }

  @Test
  void a_question_that_somebody_deleted_is_posted_anew() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    emulator.delete(emulator.messages().get(0));
    channel.show(ASKED.decided("dana", Kind.APPROVE, "").state(), showing(posted));
    assertThat(emulator.messages())
        .extracting(ChannelMessage::text)
        .anyMatch(t -> t.contains("dana"));
  }

  @Test
  void slack_may_be_down_for_a_while() {
    emulator.faults().down();
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Transient.class);
    emulator.faults().up();
    channel.show(ASKED.state(), showing(Map.of()));
    assertThat(shown()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"conversations.list", "conversations.history", "chat.postMessage"})
  void an_empty_answer_of_a_proxy_is_an_answer_that_is_none(String method) {
    emulator.faults().emptyAnswer(method);
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("The answer to " + method + " is none of Slack's");

    channel.show(ASKED.state(), showing(Map.of()));
    assertThat(shown()).hasSize(2);
  }

  @Test
  void an_edit_or_an_upload_with_an_empty_answer_is_made_again() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    Story decided = ASKED.decided("dana", Kind.APPROVE, "");
    emulator.faults().emptyAnswer("chat.update");
    assertThatThrownBy(() -> channel.show(decided.state(), showing(posted)))
        .isInstanceOf(Failure.Transient.class);
    channel.show(decided.state(), showing(posted));
    assertThat(emulator.messages().get(0).text()).contains("Approved by dana");

    emulator.faults().emptyAnswer("files.getUploadURLExternal");
    assertThatThrownBy(() -> channel.show(LONG.state(), showing(Map.of())))
        .isInstanceOf(Failure.Transient.class);
  }

  @Test
  void slack_says_how_long_it_wants_to_be_left_alone() {
    emulator.faults().tooMany("chat.postMessage", Duration.ofSeconds(7));
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOfSatisfying(
            Failure.Transient.class,
            failure -> assertThat(failure.after()).isEqualTo(Duration.ofSeconds(7)));
  }

  @Test
  void while_slack_wants_to_be_left_alone_nothing_is_sent_for_any_operation() {
    emulator.faults().tooMany("chat.postMessage", Duration.ofSeconds(7));
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Transient.class);
    Story other = Story.of("orders.0a1b2c3d").asked();
    assertThatThrownBy(() -> channel.show(other.state(), showing(Map.of())))
        .isInstanceOfSatisfying(
            Failure.Transient.class,
            failure -> assertThat(failure.after()).isBetween(Duration.ofSeconds(3), SEVEN));
    assertThat(emulator.messages()).isEmpty();
  }

  @Test
  void a_rate_limit_without_a_time_is_waited_for_as_well() {
    emulator.faults().refuse("chat.postMessage", "ratelimited");
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOfSatisfying(
            Failure.Transient.class,
            failure -> assertThat(failure.after()).isEqualTo(Duration.ofSeconds(30)));
  }

  @Test
  void a_withdrawn_notice_is_marked_and_the_next_notice_is_a_new_message() {
    Notice gone = new Notice("cause 1763780400", "What stopped it seems to be gone.", false);
    Map<String, String> posted = channel.show(ASKED.noticed(gone).state(), showing(Map.of()));
    Notice withdrawn = new Notice(gone.topic(), gone.sentence(), true);
    Notice skip = new Notice("skip 1.1", "Round 1 without: Save a snapshot.", false);
    posted = channel.show(ASKED.noticed(withdrawn, skip).state(), showing(posted));
    Notice second = new Notice("cause 1763780900", "What stopped it seems to be gone.", false);
    channel.show(ASKED.noticed(withdrawn, second, skip).state(), showing(posted));

    assertThat(emulator.messages().stream().skip(1).flatMap(message -> message.text().lines()))
        .containsExactly(
            "1/6 Save a snapshot from etcd-2 and verify it: done, 12 s. revision 48,002, SHA-256"
                + " checked",
            "No longer so: What stopped it seems to be gone.",
            "Round 1 without: Save a snapshot.",
            "What stopped it seems to be gone.");
  }

  @Test
  void a_withdrawn_notice_is_edited_by_an_attempt_that_took_over_and_never_posted() {
    Notice gone = new Notice("cause 1763780400", "What stopped it seems to be gone.", false);
    Notice withdrawn = new Notice(gone.topic(), gone.sentence(), true);
    channel.show(ASKED.noticed(withdrawn).state(), showing(Map.of()));
    assertThat(emulator.messages()).noneMatch(m -> m.text().contains("seems to be gone"));

    channel.show(ASKED.noticed(gone).state(), showing(Map.of()));
    channel.show(ASKED.noticed(withdrawn).state(), showing(Map.of()));
    assertThat(emulator.messages())
        .filteredOn(message -> message.text().contains("seems to be gone"))
        .singleElement()
        .satisfies(message -> assertThat(message.text()).startsWith("No longer so: "));
  }

  @Test
  void a_late_attempt_never_brings_buttons_back() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    Showing late = showing(posted);
    channel.show(ASKED.decided("dana", Kind.APPROVE, "").state(), showing(posted));

    channel.show(ASKED.state(), late);

    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.buttons()).doesNotContain(ButtonValue.APPROVE, ButtonValue.REJECT);
    assertThat(question.text()).contains("Approved by dana");
  }

  @Test
  void a_late_attempt_never_overwrites_a_newer_line_of_the_thread() {
    Story running = ASKED.step(3, Progress.RUNNING, "");
    Map<String, String> posted = channel.show(running.state(), showing(Map.of()));
    Showing late = showing(posted);
    channel.show(running.step(3, Progress.DONE, "held").state(), showing(posted));
    String newest = emulator.messages().get(1).text();

    channel.show(running.step(3, Progress.RUNNING, "still").state(), late);

    assertThat(emulator.messages().get(1).text()).isEqualTo(newest).contains("done, 12 s. held");
  }

  @Test
  void an_attempt_that_took_over_mends_what_a_late_write_left_behind() {
    Map<String, String> posted = channel.show(ASKED.state(), showing(Map.of()));
    Story decided = ASKED.decided("dana", Kind.APPROVE, "");
    channel.show(decided.state(), showing(posted));
    writeLate(posted);
    assertThat(emulator.messages().get(0).buttons()).contains(ButtonValue.APPROVE);

    channel.show(decided.state(), showing(Map.of()));

    assertThat(emulator.messages().get(0).buttons())
        .doesNotContain(ButtonValue.APPROVE, ButtonValue.REJECT);
    assertThat(shown()).hasSize(2);
  }

  /** The write of an attempt that looked in time, was frozen, and went on. */
  private void writeLate(Map<String, String> posted) {
    Message question = Rendering.of(ASKED.state(), Standing.of(Set.of()), Links.NONE).get(0);
    new SlackCalls(
            slack.methods(emulator.tokens().bot()), emulator.tokens().bot(), Mentions.OF_NOBODY)
        .update(
            Place.parse(posted.get(question.key())).orElseThrow(),
            new Parcel("payments.5f0c2d11", new StateVersion(1, 1), List.of(question)));
  }

  @Test
  void without_its_lease_an_attempt_writes_nothing() {
    Showing lost = new Showing(new StateVersion(1, 1), Map.of(), () -> false);
    assertThatThrownBy(() -> channel.show(ASKED.state(), lost))
        .isInstanceOf(Failure.Transient.class);
    assertThat(emulator.messages()).isEmpty();
  }

  @Test
  void a_question_longer_than_slack_takes_is_cut_with_all_of_it_as_a_file() {
    Map<String, String> posted = channel.show(LONG.state(), showing(Map.of()));

    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.buttons()).contains(ButtonValue.APPROVE);
    ChannelMessage file = files().get(0);
    assertThat(file.threadTs()).contains(question.ts());
    assertThat(file.files().get(0).name()).isEqualTo("plan-7f3a91c2.txt");
    assertThat(file.files().get(0).text()).hasSizeGreaterThan(50_000).contains("digest 7f3a91c2");

    channel.show(LONG.state(), showing(posted));
    channel.show(LONG.state(), showing(Map.of()));
    assertThat(files()).hasSize(1);
    assertThat(emulator.messages().get(0).buttons()).contains(ButtonValue.APPROVE);
  }

  @Test
  void nobody_approves_in_slack_a_plan_that_is_not_there_in_full() {
    emulator.faults().refuse("files.getUploadURLExternal", "missing_scope");
    assertThatThrownBy(() -> channel.show(LONG.state(), showing(Map.of())))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("missing_scope");
    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.buttons())
        .containsExactly(ButtonValue.REJECT, SlackVerb.TAKE.id(), ButtonValue.EVIDENCE);
    assertThat(question.blocks().toString()).contains("cannot be approved here", "quorate show");

    channel.show(LONG.state(), showing(Map.of()));
    assertThat(emulator.messages().get(0).buttons()).contains(ButtonValue.APPROVE);
  }

  private List<ChannelMessage> files() {
    return emulator.messages().stream().filter(message -> !message.files().isEmpty()).toList();
  }

  @Test
  void a_wrong_token_or_channel_is_a_fault_that_says_what_to_put_right() {
    assertThatThrownBy(
            () -> channel("xoxb-wrong", emulator.channel()).show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("slack.botTokenFile");
    NotificationChannel nowhere = channel(emulator.tokens().bot(), "#nowhere");
    assertThatThrownBy(() -> nowhere.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("#nowhere");
    emulator.faults().refuse("chat.postMessage", "not_in_channel");
    assertThatThrownBy(() -> channel.show(ASKED.state(), showing(Map.of())))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("/invite");
  }

  /** Messages without the plan that goes to the thread of a question that is over. */
  private List<ChannelMessage> shown() {
    return emulator.messages().stream()
        .filter(message -> !message.text().startsWith("The plan of the question"))
        .toList();
  }

  private Showing showing(Map<String, String> posted) {
    return new Showing(new StateVersion(1, ++versions), posted, () -> true);
  }

  private NotificationChannel channel(String token, String name) {
    return new SlackChannel(
        slack, token, new SlackChannel.Destination(name, Mentions.OF_NOBODY), Duration.ZERO);
  }
}
