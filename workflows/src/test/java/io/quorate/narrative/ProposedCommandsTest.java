package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.GivenOptions;
import io.quorate.runbook.Options;
import io.quorate.runbook.Proposal;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every command that {@code status} shows for a cluster of any narrative is one that {@code plan}
 * takes for it: its words are understood, and the runbook does not refuse. Of a command after a
 * person's deed only the words are read.
 */
class ProposedCommandsTest {
  private static final Path ROOT = Path.of("src/test/narratives");

  /** A command in a sentence. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "quorate (?:start|plan) ([a-z-]+) (\\S+?)((?: --[a-z-]+(?: [\\w.-]*\\w)?)*)[\\s\".:;,]");

  /** The beginning of each command, in whatever form. */
  private static final Pattern ANY_COMMAND = Pattern.compile("quorate (?:start|plan) ");

  /** Before a command that plan takes only once a person has done something. */
  private static final String AFTER_A_DEED = "then: ";

  /** A cluster as one case of a narrative left it. */
  private record Drawn(String title, ClusterView view, String answer) {}

  @TestFactory
  Stream<DynamicTest> planAcceptsTheCommandThatStatusProposes() throws IOException {
    return drawn().stream()
        .map(
            drawn ->
                DynamicTest.dynamicTest(
                    drawn.title(),
                    () -> Proposal.on(drawn.view()).ifPresent(one -> check(drawn.view(), one))));
  }

  @TestFactory
  Stream<DynamicTest> planAcceptsTheCommandsInTheSentencesOfStatus() throws IOException {
    return drawn().stream()
        .map(
            drawn ->
                DynamicTest.dynamicTest(
                    drawn.title(), () -> said(drawn.view()).forEach(s -> read(drawn.view(), s))));
  }

  /**
   * An incident asks again and again for what a diagnosis proposes, and nobody may have answered:
   * its snapshots must not fill the disk.
   */
  @TestFactory
  @Tag("attack-15")
  Stream<DynamicTest> everySnapshotStepBeforeTheQuestionAcceptsAFreshSnapshot() throws IOException {
    return drawn().stream()
        .flatMap(drawn -> plan(drawn.view()).stream().map(plan -> saving(drawn.title(), plan)));
  }

  private static DynamicTest saving(String title, Plan plan) {
    return DynamicTest.dynamicTest(
        title + ": " + plan.runbook(),
        () ->
            assertThat(plan.steps().stream().takeWhile(step -> !(step instanceof AskApproval)))
                .filteredOn(SaveSnapshot.class::isInstance)
                .allMatch(step -> ((SaveSnapshot) step).unlessYoungerThan().isPresent()));
  }

  /** The plan of what the diagnosis of this view proposes. */
  private static Optional<Plan> plan(ClusterView view) {
    return Proposal.on(view)
        .filter(Proposal.Command.class::isInstance)
        .map(Proposal.Command.class::cast)
        .map(
            command ->
                Runbooks.prescribe(
                    command.runbook(), command.options(), view, ApprovalPolicy.DEFAULT))
        .filter(Plan.class::isInstance)
        .map(Plan.class::cast);
  }

  /** The commands that a refusal names, with the members and options of that refusal. */
  @TestFactory
  Stream<DynamicTest> startTakesTheCommandsOfRefusals() throws IOException {
    return drawn().stream()
        .filter(drawn -> drawn.answer().contains("do: "))
        .map(drawn -> DynamicTest.dynamicTest(drawn.title(), () -> understood(drawn)));
  }

  private static void understood(Drawn drawn) {
    Matcher command = COMMAND.matcher(drawn.answer());
    assertThat(command.results().count())
        .as("each command of a refusal is read:%n%s", drawn.answer())
        .isEqualTo(ANY_COMMAND.matcher(drawn.answer()).results().count());
    command.reset();
    while (command.find()) {
      List<String> words =
          Arrays.asList(chosen(drawn.view(), command.group(3)).strip().split("\\s+"));
      assertThat(command.group(2)).isEqualTo(drawn.view().cluster().toString());
      options(drawn.view(), Runbooks.typed(command.group(1)), given(words));
    }
  }

  @Test
  void mostDiagnosesOfTheNarrativesHaveACommand() throws IOException {
    List<Proposal> all =
        drawn().stream().flatMap(drawn -> Proposal.on(drawn.view()).stream()).toList();
    assertThat(all).filteredOn(Proposal.Command.class::isInstance).hasSizeGreaterThan(300);
    assertThat(all).filteredOn(Proposal.Refused.class::isInstance).hasSizeGreaterThan(50);
  }

  @Test
  void sentencesOfSomeNarrativesHaveCommands() throws IOException {
    long commands =
        drawn().stream()
            .flatMap(drawn -> said(drawn.view()))
            .filter(sentence -> COMMAND.matcher(sentence + " ").find())
            .count();
    assertThat(commands).isGreaterThan(5);
  }

  private static Stream<String> said(ClusterView view) {
    return Stream.concat(
        Stream.of(DiagnosisTable.diagnose(view).sentence()),
        Advice.on(view).stream().map(Advice::sentence));
  }

  private static void read(ClusterView view, String sentence) {
    Matcher command = COMMAND.matcher(sentence + " ");
    while (command.find()) {
      List<String> words = Arrays.asList(chosen(view, command.group(3)).strip().split("\\s+"));
      if (sentence.substring(0, command.start()).endsWith(AFTER_A_DEED)) {
        options(view, Runbooks.typed(command.group(1)), given(words));
      } else {
        accepts(view, command.group(1), given(words));
      }
    }
  }

  /** Where a person is to choose a member, the first that answers is chosen. */
  private static String chosen(ClusterView view, String options) {
    return view.voters().stream()
        .filter(view::isLive)
        .findFirst()
        .map(voter -> options.replace("MEMBER", voter.name().value()))
        .orElse(options);
  }

  private static Map<String, List<String>> given(List<String> words) {
    Map<String, List<String>> given = new TreeMap<>();
    String option = "";
    for (String word : words) {
      if (word.startsWith("--")) {
        option = word.substring(2);
        given.putIfAbsent(option, new ArrayList<>());
      } else if (!word.isEmpty()) {
        given.get(option).add(word);
      }
    }
    return given;
  }

  private static void check(ClusterView view, Proposal proposal) {
    switch (proposal) {
      case Proposal.Command command -> {
        List<String> words = Arrays.asList(command.text(view).split("\\s+"));
        assertThat(words.subList(0, 2))
            .containsExactly(command.runbook(), view.cluster().toString());
        accepts(view, command.runbook(), given(words.subList(2, words.size())));
      }
      case Proposal.Refused refused -> assertThat(refused.reason().headline()).isNotBlank();
      case Proposal.Unknown unknown -> assertThat(Runbooks.named(unknown.runbook())).isEmpty();
    }
  }

  private static void accepts(ClusterView view, String name, Map<String, List<String>> given) {
    Options options = options(view, Runbooks.typed(name), given);
    Prescription answer = Runbooks.prescribe(name, options, view, ApprovalPolicy.DEFAULT);
    assertThat(answer).as(name + " " + given).isNotInstanceOf(Refusal.class);
    assertThat(answer).as(name + " " + given).isNotInstanceOf(NothingToDo.class);
  }

  private static Options options(
      ClusterView view, Runbook<?> runbook, Map<String, List<String>> given) {
    List<MemberName> configured =
        view.members().stream()
            .filter(member -> member.configured().isPresent())
            .map(member -> member.name())
            .toList();
    return new GivenOptions(runbook, new ClusterKey(view.cluster().toString()), configured)
        .checked(given);
  }

  private static List<Drawn> drawn() throws IOException {
    List<Drawn> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".txt")).sorted().toList()) {
        Scene scene = new Scene();
        for (Narrative.Case one : Narrative.read(Files.readString(file)).cases()) {
          String answer = one.answer(scene);
          all.add(new Drawn(ROOT.relativize(file) + ": " + one.title(), scene.view(), answer));
        }
      }
    }
    return all;
  }
}
