package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.Slack;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.Requirement;
import io.quorate.cluster.ClusterKey;
import io.quorate.head.Reach;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.ChannelMessage.Place;
import io.quorate.lab.slack.Mention;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState.Progress;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Said;
import io.quorate.port.NotificationChannel.Showing;
import io.quorate.port.StateVersion;
import io.quorate.reminder.Reminders.Reminder;
import io.quorate.reminder.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is woken by which message: the real client against the emulator, over HTTP. */
class WakingIT {
  private static final Story STORY = Story.of("payments.5f0c2d11");
  private static final Story APPROVED = STORY.asked().decided("dana", Kind.APPROVE, "");
  private static final Story PARKED =
      APPROVED
          .step(5, Progress.FAILED, "etcd exited with 1 three times")
          .phase(Phase.PARKED, "Nothing is half done.")
          .choices(new Choice("retry", "start it again"));

  private static final Mentions DANA_AND_ROBIN =
      new Mentions(
          List.of(
              new Mentions.Person("dana", "U1", Set.of("oncall", "dba")),
              new Mentions.Person("robin", "U2", Set.of("oncall"))));

  private static final Mentions GROUPED =
      new Mentions(DANA_AND_ROBIN.approvers(), Map.of("oncall", "S0123ABCD"));

  private long versions;
  private SlackEmulator emulator;
  private Slack slack;

  @BeforeEach
  void connect() {
    emulator = SlackEmulator.start(0);
    slack = SlackClient.of(emulator.apiUrl());
  }

  @AfterEach
  void disconnect() throws Exception {
    slack.close();
    emulator.close();
  }

  @Test
  void an_open_question_mentions_its_approvers_in_text_and_blocks() {
    show(STORY.asked(), Map.of());
    assertThat(emulator.mentions())
        .extracting(Mention::person)
        .containsExactly(Person.DANA, Person.ROBIN);
    ChannelMessage question = emulator.messages().get(0);
    assertThat(question.text()).startsWith("payments: etcd-1 is lost").endsWith(" <@U1> <@U2>");
    assertThat(question.blocks().toString()).contains("For <@U1> <@U2>");
    assertThat(question.buttons()).contains(ButtonValue.APPROVE);
  }

  @Test
  void a_question_for_a_group_mentions_the_group_without_the_person_who_asked() {
    Requirement dba = new Requirement(1, Optional.of("dba"));
    show(STORY.asked(Story.DIGEST, dba), Map.of());
    assertThat(emulator.mentions()).extracting(Mention::person).containsExactly(Person.DANA);

    Story other = Story.of("orders.0a1b2c3d").by("Dana").asked();
    show(other, Map.of());
    assertThat(emulator.mentions())
        .extracting(Mention::person)
        .containsExactly(Person.DANA, Person.ROBIN);
  }

  @Test
  void a_question_says_who_is_on_it_and_when_the_next_reminder_comes() {
    Reach reach =
        new Reach(Optional.of("dana"), Optional.of(Story.at(180)), Optional.of(Story.at(1020)));

    channel(DANA_AND_ROBIN)
        .show(
            STORY.asked().state(),
            new Showing(
                new StateVersion(1, ++versions),
                Map.of(),
                () -> true,
                Optional.empty(),
                Optional.of(reach),
                Optional.empty(),
                Optional.empty()));

    assertThat(emulator.messages().getFirst().blocks().toString())
        .contains("Nothing happens until then. dana is on it since 03:05. Next reminder 03:19.");
  }

  @Test
  void edits_of_a_question_mention_nobody_again() {
    Story two = STORY.asked(Story.DIGEST, Requirement.anybody(2));
    Map<String, String> posted = show(two, Map.of());
    posted = show(two.decided("dana", Kind.APPROVE, ""), posted);
    show(two.decided("dana", Kind.APPROVE, "").decided("robin", Kind.APPROVE, ""), posted);

    assertThat(emulator.messages().get(0).edits()).isEqualTo(2);
    assertThat(emulator.mentions()).hasSize(2);
  }

  @Test
  void a_question_that_was_answered_before_it_could_be_posted_mentions_nobody() {
    show(APPROVED, Map.of());
    assertThat(emulator.mentions()).isEmpty();
  }

  @Test
  void a_park_is_posted_to_thread_and_channel_and_wakes() {
    Map<String, String> posted = show(APPROVED, Map.of());
    show(PARKED, posted);

    ChannelMessage park = last();
    assertThat(park.place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(park.text()).startsWith("*payments: replace etcd-1: stopped at step 5");
    assertThat(park.text()).doesNotContain("5/6 Start");
    assertThat(emulator.mentions()).hasSize(2).allMatch(one -> one.message().equals(park));
    assertThat(emulator.messages())
        .filteredOn(message -> message.place() == Place.THREAD)
        .anyMatch(message -> message.text().contains("5/6 Start etcd-1"));
  }

  @Test
  void a_park_wakes_the_group_that_steers_in_place_of_the_approvers() {
    Mentions steered = new Mentions(DANA_AND_ROBIN.approvers(), Map.of(), Optional.of("dba"));
    channel(steered).show(PARKED.state(), showing(Map.of()));

    assertThat(emulator.mentions()).extracting(Mention::person).containsExactly(Person.DANA);
  }

  @Test
  void an_attempt_that_took_over_or_knows_other_approvers_wakes_nobody_again() {
    show(PARKED, Map.of());
    int messages = emulator.messages().size();
    emulator.faults().forgetClientIds();

    show(PARKED, Map.of());
    Mentions others =
        new Mentions(List.of(new Mentions.Person("robin", "U2", Set.of("oncall", "dba"))));
    channel(others).show(PARKED.state(), showing(Map.of()));

    assertThat(emulator.messages()).hasSize(messages).allMatch(message -> message.edits() == 0);
    assertThat(emulator.mentions()).hasSize(2);
  }

  @Test
  void an_edit_of_a_park_wakes_nobody_again() {
    Map<String, String> posted = show(PARKED, Map.of());
    show(PARKED.choices(new Choice("abort", "remove the learner and end")), posted);

    assertThat(last().edits()).isOne();
    assertThat(last().blocks().toString()).contains("remove the learner and end");
    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(emulator.mentions()).hasSize(2);
  }

  @Test
  void an_edit_does_not_wake_those_who_became_approvers_since() {
    Mentions dana = new Mentions(List.of(new Mentions.Person("dana", "U1", Set.of("oncall"))));
    Map<String, String> posted = channel(dana).show(PARKED.state(), showing(Map.of()));
    show(PARKED.choices(new Choice("abort", "remove the learner and end")), posted);

    assertThat(last().edits()).isOne();
    assertThat(emulator.mentions()).extracting(Mention::person).containsExactly(Person.DANA);
  }

  @Test
  void the_next_park_wakes_again() {
    Map<String, String> posted = show(PARKED, Map.of());
    posted = show(PARKED.phase(Phase.RUNNING, "going on"), posted);
    channel(DANA_AND_ROBIN).show(parkedAt(400), showing(posted));
    assertThat(emulator.mentions()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "REJECTED", "EXPIRED", "STOPPED", "ABORTED"})
  void an_end_that_leaves_the_trouble_where_it_was_wakes(Phase phase) {
    show(APPROVED.phase(phase, "The trouble is there."), show(APPROVED, Map.of()));
    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(emulator.mentions()).hasSize(2).allMatch(one -> one.message().equals(last()));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETED", "NOT_NEEDED"})
  void a_good_end_is_shown_in_the_channel_and_wakes_nobody(Phase phase) {
    show(APPROVED.phase(phase, "3 voters, margin 1."), show(APPROVED, Map.of()));
    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(last().text()).contains("3 voters, margin 1.");
    assertThat(emulator.mentions()).isEmpty();
  }

  @Test
  void steps_and_a_pause_stay_in_the_thread() {
    Map<String, String> posted = show(APPROVED, Map.of());
    show(APPROVED.phase(Phase.PAUSED, "Paused by dana."), posted);
    assertThat(emulator.messages()).filteredOn(ChannelMessage::isInChannel).hasSize(1);
    assertThat(last().text()).contains("Paused by dana.");
  }

  @Test
  void an_incident_that_no_operation_tells_of_wakes_once() {
    NotificationChannel channel = channel(DANA_AND_ROBIN);
    Map<String, String> posted = channel.show(incident("etcd lost quorum."), showing(Map.of()));
    channel.show(incident("etcd lost quorum: 1 of 3."), showing(posted));

    assertThat(last().edits()).isOne();
    assertThat(emulator.mentions())
        .extracting(Mention::person)
        .containsExactly(Person.DANA, Person.ROBIN);
  }

  @Test
  void an_incident_with_a_new_trouble_wakes_again_in_the_thread() {
    NotificationChannel channel = channel(DANA_AND_ROBIN);
    Map<String, String> posted =
        channel.show(incident("Nobody answers.", true, 1), showing(Map.of()));
    posted = channel.show(incident("etcd lost quorum.", true, 2), showing(posted));

    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(last().text())
        .startsWith("*payments: something else is wrong now*")
        .contains("etcd lost quorum.");
    assertThat(emulator.mentions()).hasSize(4);

    posted = channel.show(incident("etcd lost quorum: 1 of 3.", true, 2), showing(posted));
    channel.show(incident("3 voters, margin 1.", false, 2), showing(posted));

    assertThat(emulator.messages()).hasSize(2);
    assertThat(last().text()).contains("The incident is closed.");
    assertThat(emulator.mentions()).hasSize(4);
  }

  @Test
  void without_known_users_in_slack_the_channel_shows_it_all_the_same() {
    channel(Mentions.OF_NOBODY).show(PARKED.state(), showing(Map.of()));
    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(last().text()).startsWith("*payments: replace etcd-1: stopped");
  }

  @Test
  void a_reminder_stands_in_thread_and_channel_and_is_said_once() {
    Map<String, String> posted = show(STORY.asked(), Map.of());
    int before = emulator.mentions().size();

    Map<String, String> after = remind(STORY, posted, Optional.empty());
    emulator.faults().forgetClientIds();
    remind(STORY, posted, Optional.empty());

    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(last().text()).contains("a question waits for an answer");
    assertThat(last().buttons()).containsExactly(SlackVerb.TAKE.id());
    assertThat(last().valueOf(SlackVerb.TAKE.id())).contains("payments - -");
    assertThat(emulator.messages()).as("the attempt after a death knows it").hasSize(3);
    assertThat(emulator.mentions()).hasSize(before + 2);
    assertThat(after).as("heartbeats do not grow").containsOnlyKeys(posted.keySet());
  }

  @Test
  void a_reminder_leaves_out_who_can_do_no_more_and_adds_the_second_group() {
    Story two = STORY.by("Dana").asked(Story.DIGEST, Requirement.anybody(2));
    Map<String, String> posted = show(two, Map.of());
    int before = emulator.mentions().size();

    remind(two, posted, Optional.empty());
    assertThat(emulator.mentions().subList(before, emulator.mentions().size()))
        .extracting(Mention::person)
        .containsExactly(Person.ROBIN);

    emulator.faults().forgetClientIds();
    remind(two.decided("robin", Kind.APPROVE, ""), posted, Optional.of("oncall"));
    assertThat(last().text()).contains("another yes is needed");
  }

  @Test
  void a_question_that_is_posted_late_mentions_once() {
    remind(STORY, Map.of(), Optional.empty());

    assertThat(emulator.messages())
        .noneMatch(message -> message.text().contains("waits for an answer"));
    assertThat(emulator.mentions()).hasSize(2);
  }

  @Test
  void an_incident_that_only_operations_told_of_is_told_with_its_first_reminder() {
    NotificationChannel channel = channel(DANA_AND_ROBIN);
    IncidentState state = unmended(0);
    Map<String, String> posted = channel.show(state, showing(Map.of()));
    assertThat(emulator.messages()).isEmpty();

    posted = channel.show(state, saying(Waiting.of(state).orElseThrow(), posted, 600));
    assertThat(emulator.messages()).hasSize(1);
    assertThat(emulator.mentions()).hasSize(2);
    channel.show(state, saying(Waiting.of(state).orElseThrow(), posted, 1500));

    assertThat(last().place()).isEqualTo(Place.THREAD_AND_CHANNEL);
    assertThat(last().buttons()).containsExactly(SlackVerb.TAKE.id(), SlackVerb.ASK_AGAIN.id());
    assertThat(question().buttons()).containsExactly(SlackVerb.TAKE.id(), SlackVerb.ASK_AGAIN.id());
    assertThat(question().text())
        .startsWith("*payments: etcd-1 is lost.*\nNothing more is asked until a new alert.");
    assertThat(last().text()).contains("it is not mended");
    assertThat(emulator.mentions()).hasSize(4);
  }

  @Test
  void a_user_group_of_slack_stands_in_place_of_the_names() {
    emulator.userGroup("S0123ABCD", Person.ROBIN);
    channel(GROUPED).show(STORY.asked().state(), showing(Map.of()));

    assertThat(question().text()).contains("<!subteam^S0123ABCD>").doesNotContain("<@U2>");
    assertThat(emulator.mentions()).extracting(Mention::person).contains(Person.ROBIN);
  }

  @Test
  void a_user_group_that_is_disabled_gives_way_to_the_names_and_is_told_once() {
    NotificationChannel channel = channel(GROUPED);
    Story first = STORY.asked(Story.DIGEST, new Requirement(1, Optional.of("oncall")));
    channel.show(first.state(), showing(Map.of()));
    assertThat(question().text()).contains("<@U1> <@U2> (by name: ").contains("S0123ABCD");

    Story other =
        Story.of("orders.0a1b2c3d").asked(Story.DIGEST, new Requirement(1, Optional.of("oncall")));
    channel.show(other.state(), showing(Map.of()));
    assertThat(question().text()).contains("<@U1> <@U2>").doesNotContain("by name");
  }

  @Test
  void names_are_mentioned_while_slack_does_not_tell_its_user_groups() {
    emulator.userGroup("S0123ABCD", Person.ROBIN);
    emulator.faults().refuse("usergroups.list", "missing_scope");
    channel(GROUPED).show(STORY.asked().state(), showing(Map.of()));

    assertThat(question().text()).contains("<@U1> <@U2>").contains("usergroups:read");
  }

  private ChannelMessage question() {
    return emulator.messages().stream()
        .filter(message -> message.place() == Place.CHANNEL)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private Map<String, String> remind(
      Story story, Map<String, String> posted, Optional<String> also) {
    OperationState state = story.approvals().isEmpty() ? story.asked().state() : story.state();
    Waiting waiting = Waiting.of(state).orElseThrow();
    Reminder reminder = new Reminder(waiting, Story.at(620), waiting.group(), also);
    Showing showing =
        new Showing(
            new StateVersion(1, ++versions),
            posted,
            () -> true,
            Optional.of(new Said(reminder, reminder.line(Story.at(620)))),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return channel(DANA_AND_ROBIN).show(state, showing);
  }

  private Showing saying(Waiting waiting, Map<String, String> posted, int second) {
    Reminder reminder = new Reminder(waiting, Story.at(second), Optional.empty(), Optional.empty());
    return new Showing(
        new StateVersion(1, ++versions),
        posted,
        () -> true,
        Optional.of(new Said(reminder, reminder.line(Story.at(second)))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static IncidentState unmended(int timesTold) {
    return new IncidentState(
        new ClusterKey("payments"),
        Story.at(0),
        true,
        "etcd-1 is lost.",
        "Nothing more is asked until a new alert.",
        Optional.of("payments.5f0c2d11"),
        Optional.empty(),
        List.of(),
        timesTold,
        Optional.empty(),
        Optional.of(Story.at(0)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static OperationState parkedAt(int second) {
    OperationState first = PARKED.state();
    return new OperationState(
        first.operation(),
        first.cluster(),
        first.runbook(),
        first.title(),
        first.requestedBy(),
        first.requestedAt(),
        first.phase(),
        first.because(),
        Story.at(second),
        first.round(),
        first.waitingOn(),
        first.briefing(),
        first.steps(),
        first.approvals(),
        first.notices(),
        first.choices(),
        first.topics(),
        first.requester(),
        first.reason(),
        first.taken(),
        first.deeds());
  }

  private static IncidentState incident(String finding) {
    return incident(finding, true, 1);
  }

  private static IncidentState incident(String finding, boolean open, int timesTold) {
    return new IncidentState(
        new ClusterKey("payments"),
        Story.at(0),
        open,
        finding,
        "No runbook of this release answers it: a person has to.",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        timesTold,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private ChannelMessage last() {
    return emulator.messages().get(emulator.messages().size() - 1);
  }

  private Map<String, String> show(Story story, Map<String, String> posted) {
    return channel(DANA_AND_ROBIN).show(story.state(), showing(posted));
  }

  private Showing showing(Map<String, String> posted) {
    return new Showing(new StateVersion(1, ++versions), posted, () -> true);
  }

  private NotificationChannel channel(Mentions mentions) {
    return new SlackChannel(
        slack,
        emulator.tokens().bot(),
        new SlackChannel.Destination(emulator.channel(), mentions),
        Duration.ZERO);
  }
}
