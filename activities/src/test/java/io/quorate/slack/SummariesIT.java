package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.slack.api.Slack;
import io.quorate.causes.CommonCause;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Mention;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SilencedFinding;
import io.quorate.port.Failure;
import io.quorate.port.NotificationChannel.Showing;
import io.quorate.port.StateVersion;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Summaries of many clusters: the real client against the emulator, over HTTP. */
class SummariesIT {
  private static final Instant T0 = Instant.parse("2026-11-22T03:04:00Z");

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
  void a_summary_says_how_many_and_since_when_and_names_the_worst_first() {
    channel().summarise(clusters(0, 40), () -> true);

    assertThat(summary().text())
        .startsWith("*40 clusters need people, the first since 03:04 UTC. All writes fail in 1.*\n")
        .contains("`quorate take CLUSTER`")
        .contains("\n• c00: quorum is lost since 03:02.\n• c01: etcd-1 is lost since 03:02.\n")
        .contains("\nAlso: c30, c31")
        .endsWith("c39. <@U1> <@U2>");
    assertThat(summary().text()).hasSizeLessThan(4_000);
  }

  @Test
  void the_worker_after_a_death_posts_no_second_summary() {
    channel().summarise(clusters(0, 40), () -> true);
    emulator.faults().forgetClientIds();

    channel().summarise(clusters(5, 40), () -> true);

    assertThat(emulator.messages()).hasSize(1);
    assertThat(summary().edits()).isZero();
  }

  @Test
  void a_young_summary_is_added_to_and_loses_nobody_and_wakes_nobody_again() {
    channel().summarise(clusters(0, 8), () -> true);

    channel().summarise(clusters(6, 12), () -> true);

    assertThat(emulator.messages()).hasSize(1);
    assertThat(summary().text())
        .startsWith("*12 clusters need people.*\nEach gets")
        .contains("• c11", "Also: c00");
    assertThat(emulator.mentions())
        .extracting(Mention::person)
        .containsExactly(Person.DANA, Person.ROBIN);
  }

  @Test
  void a_common_cause_is_told_once_though_a_worker_dies_behind_the_message() {
    OpenCause cause =
        new OpenCause(
            new CommonCause(
                "zone=b",
                60,
                IntStream.range(0, 41)
                    .mapToObj(number -> new ClusterKey("c%02d".formatted(number)))
                    .toList(),
                T0),
            Instant.now(),
            Optional.empty());
    channel().announce(cause, () -> true);
    emulator.faults().forgetClientIds();

    channel().announce(cause, () -> true);

    assertThat(emulator.messages()).hasSize(1);
    assertThat(summary().text())
        .startsWith("*zone b has trouble in 41 of 60 clusters, the first since 03:04 UTC.*\n")
        .contains("for one of them at once: `quorate ask-again CLUSTER`")
        .contains("The least margin first: c00, c01, ", "c39 and 1 more.");
    assertThat(emulator.mentions())
        .extracting(Mention::person)
        .containsExactly(Person.DANA, Person.ROBIN);
  }

  @Test
  void a_silence_is_told_once_and_wakes_nobody() {
    SaidSilence silence =
        new SaidSilence(
            new SilencedFinding(
                new ClusterKey("payments"),
                "slow-disk",
                "dana",
                "*more* disk comes",
                Instant.now().plusSeconds(3600),
                Optional.empty()),
            Instant.now(),
            Optional.empty());
    channel().announce(silence, () -> true);
    emulator.faults().forgetClientIds();

    channel().announce(silence, () -> true);

    assertThat(emulator.messages()).hasSize(1);
    assertThat(emulator.messages().getFirst().text())
        .startsWith("dana silenced slow-disk of payments until ")
        .doesNotContain("*more*");
    assertThat(emulator.mentions()).isEmpty();
  }

  @Test
  void a_question_of_a_cluster_that_a_summary_named_mentions_nobody() {
    SlackChannel channel = channel();
    channel.summarise(
        Stream.concat(clusters(0, 7).stream(), Stream.of(arrival("payments", true))).toList(),
        () -> true);
    int before = emulator.mentions().size();

    channel.show(Story.of("payments.5f0c2d11").asked().state(), showing());
    assertThat(emulator.messages()).hasSize(3);
    assertThat(emulator.mentions()).hasSize(before);
  }

  @Test
  void a_park_that_came_after_the_summary_mentions_people() {
    SlackChannel channel = channel();
    channel.summarise(
        Stream.concat(clusters(0, 7).stream(), Stream.of(arrival("payments", true))).toList(),
        () -> true);
    int before = emulator.mentions().size();

    Instant later = Instant.now().plus(Duration.ofMinutes(3));
    channel.show(
        since(later, Story.of("payments.5f0c2d11").asked().phase(Phase.PARKED, "port").state()),
        showing());

    assertThat(emulator.mentions()).hasSizeGreaterThan(before);
  }

  @Test
  void the_worker_after_a_death_knows_whom_the_summary_named() {
    channel().summarise(List.of(arrival("payments", true), arrival("orders", true)), () -> true);
    int before = emulator.mentions().size();

    channel().show(Story.of("payments.5f0c2d11").asked().state(), showing());

    assertThat(emulator.mentions()).hasSize(before);
  }

  @Test
  void many_matters_are_reminded_of_in_one_message_whoever_reminds() {
    List<Waiting> matters = clusters(0, 40).stream().map(Arrival::waiting).toList();

    channel().remind(matters, () -> true);
    channel().remind(matters, () -> true);

    assertThat(emulator.messages()).hasSize(1);
    assertThat(summary().text())
        .startsWith("*40 clusters still wait for people, the longest for ")
        .contains("All writes fail in 1.*", "\n• c00: a question waits for an answer, ")
        .endsWith("And 10 more. <@U1> <@U2>");
    assertThat(emulator.mentions()).hasSize(2);

    channel().summarise(clusters(0, 8), () -> true);
    assertThat(emulator.messages()).as("a reminder names nobody for the first time").hasSize(2);
  }

  @Test
  void a_reminder_of_many_counts_for_the_named_clusters_alone() {
    List<Waiting> all = clusters(0, 20).stream().map(Arrival::waiting).toList();
    channel().remind(all.subList(0, 8), () -> true);
    channel().remind(all.subList(6, 16), () -> true);

    assertThat(emulator.messages()).hasSize(2);
    assertThat(emulator.messages().getLast().text())
        .startsWith("*8 clusters still wait for people")
        .contains("c08", "c15")
        .doesNotContain("c07");
  }

  @Test
  void an_attempt_without_a_lease_posts_no_summary() {
    assertThatThrownBy(() -> channel().summarise(clusters(0, 8), () -> false))
        .isInstanceOf(Failure.Transient.class);
    assertThat(emulator.messages()).isEmpty();
  }

  private ChannelMessage summary() {
    return emulator.messages().getFirst();
  }

  /** A channel of a process that has just begun. */
  private SlackChannel channel() {
    return new SlackChannel(
        slack,
        emulator.tokens().bot(),
        new SlackChannel.Destination(
            emulator.channel(),
            new Mentions(
                List.of(
                    new Mentions.Person("dana", "U1", Set.of("oncall")),
                    new Mentions.Person("robin", "U2", Set.of("oncall"))))),
        Duration.ZERO);
  }

  private static Showing showing() {
    return new Showing(new StateVersion(1, 1), Map.of(), () -> true);
  }

  private static OperationState since(Instant later, OperationState state) {
    return new OperationState(
        state.operation(),
        state.cluster(),
        state.runbook(),
        state.title(),
        state.requestedBy(),
        state.requestedAt(),
        state.phase(),
        state.because(),
        later,
        state.round(),
        state.waitingOn(),
        state.briefing(),
        state.steps(),
        state.approvals(),
        List.of(),
        state.choices(),
        state.topics(),
        state.requester(),
        state.reason(),
        state.taken(),
        state.deeds());
  }

  private static List<Arrival> clusters(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> arrival("c%02d".formatted(number), number == 0))
        .toList();
  }

  private static Arrival arrival(String cluster, boolean withoutWrites) {
    Waiting waiting =
        new Waiting(
            new ClusterKey(cluster),
            Waiting.What.QUESTION,
            T0,
            Optional.of(T0).filter(any -> withoutWrites),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of());
    String what = withoutWrites ? "quorum" : "etcd-1";
    return new Arrival(
        cluster + ".5f0c2d11", waiting, cluster + ": " + what + " is lost since 03:02.", T0);
  }
}
