package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.model.block.ActionsBlock;
import com.slack.api.model.block.SectionBlock;
import com.slack.api.model.block.element.ButtonElement;
import io.quorate.approval.Approval;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.Door;
import io.quorate.approval.Requirement;
import io.quorate.head.Reach;
import io.quorate.operation.Briefing;
import io.quorate.operation.Notice;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.RestoreDone;
import io.quorate.operation.Steered;
import io.quorate.operation.StepState.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stands in the channel, state by state: read the files in {@code src/test/narratives/slack}.
 */
class RenderingTest {
  private static final Path NARRATIVES = Path.of("src/test/narratives/slack");
  private static final String DIFFERENCE =
      "The plan would be another one now: before etcd-1 voter 8e9e05c52164694d, silent; now"
          + " etcd-1 not in the membership, silent.";
  private static final Story STORY = Story.of("payments.5f0c2d11");

  static Stream<Arguments> states() {
    Story asked = STORY.asked();
    Story other = STORY.asked("aa" + Story.DIGEST.substring(2), Requirement.anybody(1));
    Story approved = asked.decided("dana", Kind.APPROVE, "").step(2, Progress.DONE, "dana");
    Story parked =
        approved
            .step(3, Progress.ALREADY_DONE, "")
            .step(4, Progress.DONE, "8e9e05c52164694d is not in the membership")
            .step(5, Progress.FAILED, "etcd exited with 1 three times")
            .phase(
                Phase.PARKED,
                "Nothing is half done: etcd-1 is a learner that was never started.\n"
                    + "etcd exited with 1 three times; its last line: \"bind: address already in"
                    + " use\"")
            .choices(
                new Choice("retry", "start it again (after you have freed the port)"),
                new Choice("abort", "remove the learner and end; the cluster stays at 2 voters"));
    return Stream.of(
        Arguments.of("asked", asked),
        Arguments.of("one-of-two", two("dana")),
        Arguments.of("name-to-type", costly().asked()),
        Arguments.of(
            "running", approved.step(3, Progress.DONE, "held").step(4, Progress.RUNNING, "")),
        Arguments.of("parked", parked),
        Arguments.of("completed", approved.phase(Phase.COMPLETED, "3 voters, margin 1.")),
        Arguments.of("rejected", asked.decided("robin", Kind.REJECT, "migration at noon")),
        Arguments.of("expired", ended(asked, Approval.State.EXPIRED)),
        Arguments.of("void", other.last(last(other).voided(DIFFERENCE)).round(2).asked()),
        Arguments.of("plan-not-at-hand", other),
        Arguments.of("refused", STORY.phase(Phase.REFUSED, "etcd-1 of payments is alive.")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  void a_state_reads_as_its_file_says(String name, Story story) throws IOException {
    String text = MessagesAsText.of(Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE));
    Path file = NARRATIVES.resolve(name + ".txt");
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private static Story costly() {
    return STORY.costing(
        "79 revisions after 48,211 were seen and are lost.",
        "What was written between 03:01:40 UTC and 03:02:11 UTC may be lost too.");
  }

  @Test
  void the_button_carries_the_name_that_has_to_be_typed() {
    Story asked = costly().asked();
    String value = asked.operation() + " " + asked.operation() + ".1 " + Story.DIGEST;
    assertThat(
            Rendering.of(asked.state(), Standing.of(Set.of()), Links.NONE)
                .get(0)
                .blocks()
                .toString())
        .contains("value=" + value + " payments ", "text=Approve…", "text=Type the name");
    assertThat(
            Rendering.of(STORY.asked().state(), Standing.of(Set.of()), Links.NONE)
                .get(0)
                .blocks()
                .toString())
        .contains("value=" + value + ",", "text=Approve,");
    assertThat(ButtonValue.parse(value + " payments"))
        .contains(
            new ButtonValue(
                asked.operation(),
                asked.operation() + ".1",
                Story.DIGEST,
                Optional.of("payments"),
                Optional.empty()));
    assertThat(ButtonValue.parse(value + " payments costs%2C and more")).isEmpty();
  }

  @Test
  void a_typed_name_is_asked_for_with_the_hazard_of_the_plan() {
    assertThat(sections(first(costly().asked())))
        .contains(
            "*This can cost acknowledged writes:* Approve asks you to type the name of the"
                + " cluster.");
    assertThat(sections(first(STORY.typing().asked())))
        .contains("*This cannot be undone:* Approve asks you to type the name of the cluster.");
  }

  @Test
  void a_question_whose_plan_cannot_be_shown_leads_to_the_page() {
    Story other = STORY.asked("0".repeat(64), Requirement.anybody(1));
    Links links =
        new Links(Optional.of(URI.create("https://quorate.example.net/")), Optional.empty());

    String blocks =
        Rendering.of(other.state(), Standing.of(Set.of()), links).getFirst().blocks().toString();

    assertThat(blocks).contains("The plan cannot be shown here", ButtonValue.PAGE);
    assertThat(blocks).doesNotContain(ButtonValue.APPROVE);
    assertThat(first(other).blocks().toString()).doesNotContain(ButtonValue.PAGE);
  }

  /** Slack shows no text beside blocks, and only the text said who asked. */
  @Test
  void the_head_of_a_question_says_who_asked() {
    Message question = first(STORY.by("alice").asked());
    assertThat(sections(question).getFirst()).contains("Asked by alice (unverified).");
  }

  /** Slack hides a long section behind a button and leaves Approve. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  void every_section_is_shown_in_full(String name, Story story) {
    assertThat(Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE))
        .flatMap(Message::blocks)
        .filteredOn(SectionBlock.class::isInstance)
        .allSatisfy(
            block -> assertThat(((SectionBlock) block).getExpand()).as(name).isEqualTo(true));
  }

  /** A long sentence pushed the marks of all steps off the screen. */
  @Test
  void a_step_has_its_mark_first_and_no_line_is_wider_than_60() {
    String plan =
        sections(first(STORY.asked())).stream()
            .filter(text -> text.contains("Keep etcd-1 stopped"))
            .findFirst()
            .orElseThrow()
            .replace("```", "");
    assertThat(plan.lines()).allMatch(line -> line.length() <= 60);
    assertThat(plan.lines()).anyMatch(line -> line.startsWith("!  4 Remove member etcd-1"));
    assertThat(plan.lines()).anyMatch(line -> line.startsWith("   3 Keep etcd-1 stopped"));
  }

  @Test
  void a_margin_below_zero_is_said_as_no_quorum() {
    Briefing lost =
        new Briefing(
            "quorum-lost",
            "etcd-1 and etcd-2 are lost.",
            "Restore payments",
            Story.DIGEST,
            List.of(),
            List.of(),
            "now -1 · during -1 · after 1",
            "",
            "",
            List.of(),
            "",
            "2 of: oncall",
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(QuestionBody.of(lost, List.of()).blocks().toString())
        .contains("now no quorum · during no quorum · after 1")
        .doesNotContain("-1");
  }

  /** Dead questions kept their full size. */
  @Test
  void a_question_that_is_over_has_three_lines_and_its_plan_is_in_the_thread() {
    Story rejected = STORY.asked().decided("robin", Kind.REJECT, "migration at noon");
    List<Message> messages = Rendering.of(rejected.state(), Standing.of(Set.of()), Links.NONE);
    assertThat(sections(messages.getFirst()))
        .singleElement()
        .satisfies(text -> assertThat(text.lines()).hasSize(3));
    assertThat(messages)
        .filteredOn(message -> message.key().startsWith("plan."))
        .singleElement()
        .satisfies(
            plan -> {
              assertThat(plan.threadOf()).contains(messages.getFirst().key());
              assertThat(plan.blocks().toString()).contains("Remove member etcd-1");
            });
  }

  @Test
  void a_void_question_leads_to_its_successor() {
    Story other = STORY.asked("aa" + Story.DIGEST.substring(2), Requirement.anybody(1));
    Story again = other.last(last(other).voided(DIFFERENCE)).round(2).asked();
    String key = "question." + STORY.operation() + ".2";
    Standing standing =
        new Standing(
            Set.of(key),
            any -> Optional.of("https://slack.example/p2"),
            Optional.empty(),
            Optional.empty());
    Message old = Rendering.of(again.state(), standing, Links.NONE).getFirst();
    assertThat(sections(old).getFirst())
        .contains("<https://slack.example/p2|The question that replaced it>");
    assertThat(sections(old).getFirst().lines()).hasSize(3);
  }

  /** The last look before a yes listed steps, cut with a mark, and never the cost. */
  @Test
  void the_confirmation_says_what_the_plan_costs() {
    assertThat(first(costly().asked()).blocks().toString())
        .contains("Costs: every write after 03:01, how many is unknown; at least 79 are known");
  }

  private static Message first(Story story) {
    return Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE).getFirst();
  }

  @Test
  void a_reason_makes_nothing_bold() {
    Story said = STORY.asked().decided("mallory", Kind.REJECT, "*Decision* Approved by robin");
    assertThat(
            Rendering.of(said.state(), Standing.of(Set.of()), Links.NONE)
                .get(0)
                .blocks()
                .toString())
        .contains("Rejected by mallory", "∗Decision∗ Approved by robin")
        .doesNotContain("*Decision* Approved");
  }

  /** From the phone one could approve, and not act. */
  @Test
  void a_question_whose_plan_runs_has_the_verbs_of_a_run() {
    Story running = STORY.asked().decided("dana", Kind.APPROVE, "");
    assertThat(buttons(running)).containsExactly(SlackVerb.PAUSE.id(), SlackVerb.ABORT.id());
    assertThat(buttons(running.phase(Phase.PAUSED, "paused by dana")))
        .containsExactly(SlackVerb.CONTINUE.id(), SlackVerb.ABORT.id());
    assertThat(buttons(running.phase(Phase.PARKED, "port in use"))).isEmpty();
    assertThat(buttons(running.phase(Phase.COMPLETED, "all is well"))).isEmpty();
  }

  @Test
  void a_wait_in_the_open_is_said_and_can_be_ended() {
    Story waits =
        STORY
            .asked()
            .decided("dana", Kind.APPROVE, "")
            .phase(Phase.RUNNING, "Replace etcd-1: soaking until 04:00:00 UTC")
            .waiting("continue");
    assertThat(buttons(waits))
        .containsExactly(SlackVerb.END_WAIT.id(), SlackVerb.PAUSE.id(), SlackVerb.ABORT.id());
    assertThat(sections(first(waits)))
        .contains("Waits: Replace etcd-1: soaking until 04:00:00 UTC.");
  }

  /** A pause while a question was open was seen nowhere, and nothing moved after the yes. */
  @Test
  void a_pause_that_has_not_begun_is_said_on_the_question_before_and_after_the_yes() {
    Story asked = STORY.asked().steered(deed(Request.Verb.PAUSE, "lunch"));
    String said =
        "Pause asked by dana at 03:07 UTC, page: lunch. It will pause before its next step.";
    assertThat(sections(first(asked))).contains(said);
    Story approved = asked.decided("robin", Kind.APPROVE, "");
    assertThat(sections(first(approved))).contains(said);
    assertThat(buttons(approved)).containsExactly(SlackVerb.CONTINUE.id(), SlackVerb.ABORT.id());
  }

  @Test
  void an_abort_that_has_not_come_yet_is_said_and_leaves_no_button() {
    Story approved =
        STORY
            .asked()
            .decided("robin", Kind.APPROVE, "")
            .steered(deed(Request.Verb.ABORT, "wrong host"));

    assertThat(sections(first(approved)).toString())
        .contains("Aborted by dana at 03:07 UTC, page: wrong host.");
    assertThat(buttons(approved)).isEmpty();
  }

  @Test
  void a_park_says_cause_and_cluster_first_and_the_log_last() {
    Story parked =
        STORY
            .asked()
            .decided("dana", Kind.APPROVE, "")
            .phase(
                Phase.PARKED,
                "stopped at step 5 of 6, Start etcd-1: etcd-1 exited after its start. Its process:"
                    + " pid 77 is gone. Its last lines: info: listening | fatal: bind: address"
                    + " already in use")
            .choices(new Choice("retry", "do it again"));
    Standing standing =
        new Standing(
            Set.of(),
            any -> Optional.empty(),
            Optional.of(
                new Reach(
                    Optional.of("dana"), Optional.of(Story.at(180)), Optional.of(Story.at(1020)))),
            Optional.of("At 03:31:00 UTC: 2 voters, margin 0."));
    Message park = Rendering.of(parked.state(), standing, Links.NONE).getLast();
    assertThat(park.text())
        .isEqualTo(
            "*payments: replace etcd-1: stopped at step 5 of 6, Start etcd-1: etcd-1 exited after"
                + " its start: bind: address already in use*\n"
                + "At 03:31:00 UTC: 2 voters, margin 0.\n"
                + "dana is on it since 03:05. Next reminder 03:19.");
    assertThat(sections(park).get(2)).isEqualTo("Its process: pid 77 is gone.");
    assertThat(sections(park).getLast())
        .isEqualTo("```info: listening\nfatal: bind: address already in use```");
  }

  @Test
  void a_stop_that_nobody_ended_does_not_get_the_deed_of_the_next_one() {
    Story first = STORY.asked().decided("dana", Kind.APPROVE, "").phase(Phase.PARKED, "port");
    String key = "phase.parked." + first.state().since().minusSeconds(600).getEpochSecond();
    Steered retried =
        Steered.of(
            1,
            new Request(Request.Verb.RETRY, "dana", "", Optional.of(Door.PAGE), Optional.empty()),
            first.state().since().plusSeconds(60),
            new Request.Answer(true, "It tries again."),
            first.state());
    OperationState running = first.steered(retried).phase(Phase.RUNNING, "Start").state();

    assertThat(StopMessage.over(running, Optional.empty(), Set.of(key)))
        .singleElement()
        .satisfies(message -> assertThat(message.text()).endsWith("it waits for nobody any more."));
  }

  private static Steered deed(Request.Verb verb, String reason) {
    return Steered.of(
        1,
        new Request(verb, "dana", reason, Optional.of(Door.PAGE), Optional.empty()),
        Story.at(300),
        new Request.Answer(true, "It will pause before its next step."),
        STORY.asked().state());
  }

  private static List<String> buttons(Story story) {
    return first(story).blocks().stream()
        .filter(ActionsBlock.class::isInstance)
        .flatMap(block -> ((ActionsBlock) block).getElements().stream())
        .map(element -> ((ButtonElement) element).getActionId())
        .toList();
  }

  @Test
  void a_report_that_is_too_long_for_a_message_is_in_the_file() {
    Story asked = STORY.costing("A key was lost.\n".repeat(2000).split("\n")).asked();
    Message question = Rendering.of(asked.state(), Standing.of(Set.of()), Links.NONE).get(0);
    assertThat(question.attachment().orElseThrow().text().split("A key was lost")).hasSize(2001);
  }

  @Test
  void a_question_and_a_park_lead_to_the_page_and_to_temporal_where_both_are_known() {
    Links links =
        new Links(
            Optional.of(URI.create("https://quorate.example.net/")),
            Optional.of("https://temporal.example.net/namespaces/etcd/workflows"));
    String page = "<https://quorate.example.net/#" + STORY.operation() + "|page>";
    String temporal =
        "<https://temporal.example.net/namespaces/etcd/workflows/operation%2Fpayments|Temporal>";

    assertThat(MessagesAsText.of(Rendering.of(STORY.asked().state(), Standing.of(Set.of()), links)))
        .contains(page + " · " + temporal);
    Story parked = STORY.phase(Phase.PARKED, "etcd exited with 1 three times.");
    assertThat(MessagesAsText.of(Rendering.of(parked.state(), Standing.of(Set.of()), links)))
        .contains("Elsewhere: " + page + " · " + temporal);
    assertThat(links.about(Optional.of("r1")).of("o", STORY.state().cluster()))
        .as("a known run leads to its details and not to the history of the newest one")
        .contains(temporal.replace("|", "/r1/user-metadata|"));
    assertThat(new Links(links.page(), Optional.empty()).of("o", STORY.state().cluster()))
        .containsExactly("<https://quorate.example.net/#o|page>");
  }

  @Test
  void a_refused_operation_of_a_person_is_not_shown_in_the_channel() {
    Story refused = STORY.by("robin").phase(Phase.REFUSED, "etcd-1 is alive.");
    assertThat(Rendering.of(refused.state(), Standing.of(Set.of()), Links.NONE)).isEmpty();
  }

  @Test
  void a_park_is_told_whoever_started_the_operation_and_then_its_end_too() {
    Story parked = STORY.by("robin").phase(Phase.PARKED, "etcd exited with 1 three times.");
    Message park = Rendering.of(parked.state(), Standing.of(Set.of()), Links.NONE).get(0);
    assertThat(park.wakes()).isPresent();

    Story aborted = STORY.by("robin").phase(Phase.ABORTED, "By robin.");
    assertThat(Rendering.of(aborted.state(), Standing.of(Set.of()), Links.NONE)).isEmpty();
    assertThat(Rendering.of(aborted.state(), Standing.of(Set.of(park.key())), Links.NONE))
        .last()
        .satisfies(end -> assertThat(end.text()).contains("aborted. By robin."));
  }

  @Test
  void the_command_names_the_question_where_another_one_had_an_equal_plan() {
    Story asked = STORY.asked();
    Story again = asked.last(last(asked).voided("etcd-2 was away.")).round(2).asked();

    assertThat(text(asked)).contains("--digest 7f3a91c2").doesNotContain("--question");
    assertThat(text(again)).contains(" --question 2");
  }

  private static String text(Story story) {
    return MessagesAsText.of(Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE));
  }

  @Test
  void every_end_of_an_operation_that_restored_says_what_that_cost() {
    String cost = "The restore that this operation did cost every write after 02:55.";
    Story restored = STORY.noticed(new Notice(RestoreDone.TOPIC, cost, false));

    for (Phase phase : List.of(Phase.COMPLETED, Phase.ABORTED, Phase.STOPPED)) {
      Story ended = restored.phase(phase, "All 3 voters vote.");
      assertThat(Rendering.of(ended.state(), Standing.of(Set.of()), Links.NONE))
          .last()
          .satisfies(end -> assertThat(end.text()).contains(cost));
    }
  }

  @Test
  void text_from_outside_cannot_call_the_channel_or_break_out_of_a_block() {
    Story story = STORY.by("alert <!channel> & ```").asked();
    assertThat(MessagesAsText.of(Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE)))
        .contains("&lt;!channel&gt; &amp;")
        .doesNotContain("<!");
    assertThat(Mrkdwn.code(List.of("a ``` *b*"))).isEqualTo("```a ''' *b*```");
  }

  @Test
  @Tag("attack-13")
  void text_from_outside_is_neither_bold_nor_a_link_and_reverses_no_line() {
    String name = "etcd\n*Decision:* approved\u001b[31m\u009b\u202e<https://x.example|here>\u2028!";
    assertThat(Mrkdwn.text(name))
        .isEqualTo(
            "etcd\n\u2217Decision:\u2217 approved [31m \uFFFD&lt;https://x.example|here&gt; !");
  }

  @Test
  void lines_that_do_not_fit_are_counted() {
    String longBlock = Mrkdwn.code(Collections.nCopies(100, "x".repeat(99)));
    assertThat(longBlock).containsPattern("… 7\\d more lines$").hasSizeLessThan(3000);
  }

  @Test
  void text_for_a_dialog_is_broken_into_blocks_and_nothing_of_it_is_lost() {
    List<String> lines = new ArrayList<>(Collections.nCopies(200, "x & y <z> ".repeat(6)));
    lines.add("");
    lines.add("&".repeat(4000));
    List<String> blocks = Mrkdwn.codeBlocks(lines, 90);
    assertThat(blocks).allMatch(block -> block.length() <= 3000);
    String all = String.join("", blocks);
    assertThat(all.split("&lt;z&gt;", -1)).hasSize(200 * 6 + 1);
    assertThat(all.split("&amp;", -1)).hasSize(200 * 6 + 4000 + 1);
    assertThat(Mrkdwn.codeBlocks(lines, 2).get(1)).containsPattern("… \\d+ more lines$");
    assertThat(Mrkdwn.codeBlocks(lines, 2)).hasSize(2);
  }

  @Test
  void a_question_that_is_cut_has_approve_only_with_its_file() {
    Story story = STORY.warned(Collections.nCopies(60, "One sentence. ".repeat(60))).asked();
    Message question = Rendering.of(story.state(), Standing.of(Set.of()), Links.NONE).get(0);
    assertThat(question.blocks()).hasSizeLessThan(50);
    assertThat(sections(question)).allMatch(text -> text.length() <= 3000);
    assertThat(String.join("", sections(question))).hasSizeLessThan(12_500);
    assertThat(sections(question))
        .anyMatch(text -> text.startsWith("*This is not all of it,*"))
        .noneMatch(text -> text.endsWith("One"));
    assertThat(MessagesAsText.of(List.of(question))).doesNotContain("Approve");

    String file = question.attachment().orElseThrow().key();
    Message approvable = Rendering.of(story.state(), Standing.of(Set.of(file)), Links.NONE).get(0);
    assertThat(MessagesAsText.of(List.of(approvable))).contains("Approve");
    assertThat(approvable.attachment().orElseThrow().text()).hasSizeGreaterThan(50_000);
  }

  @Test
  void a_plan_of_many_steps_is_shown_in_full_and_needs_no_file() {
    Message question =
        Rendering.of(
                STORY.warned(Collections.nCopies(20, "w".repeat(300))).asked().state(),
                Standing.of(Set.of()),
                Links.NONE)
            .get(0);
    assertThat(question.attachment()).isEmpty();
    assertThat(sections(question)).filteredOn(text -> text.startsWith("*Warning*")).hasSize(20);
  }

  @Test
  void a_difference_that_does_not_fit_is_cut_and_says_where_all_of_it_is() {
    Story open = STORY.asked();
    Story voided = open.last(last(open).voided("now step x <".repeat(1000)));

    Message question = Rendering.of(voided.state(), Standing.of(Set.of()), Links.NONE).get(0);

    assertThat(sections(question))
        .allMatch(text -> text.length() <= 3000)
        .anyMatch(text -> text.contains("quorate show") && text.contains("start on it."));
  }

  private static List<String> sections(Message message) {
    return message.blocks().stream()
        .filter(SectionBlock.class::isInstance)
        .map(block -> ((SectionBlock) block).getText().getText())
        .toList();
  }

  private static Story two(String who) {
    return STORY.asked(Story.DIGEST, Requirement.anybody(2)).decided(who, Kind.APPROVE, "");
  }

  private static Approval last(Story story) {
    return story.approvals().get(story.approvals().size() - 1);
  }

  private static Story ended(Story story, Approval.State how) {
    Approval open = last(story);
    return story
        .last(new Approval(open.question(), how, open.decisions(), open.refused(), open.because()))
        .phase(Phase.EXPIRED, "Nobody answered within 4 h. Nothing was changed.");
  }
}
