package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.cluster.RehearsalText;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.head.Head;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepState;
import io.quorate.plan.Plan;
import io.quorate.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Heads of the questions about all plans of the narratives: read the files in {@code
 * src/test/heads}. {@code -Dnarratives.rewrite=true} writes them anew.
 */
class HeadsTest {
  private static final Path NARRATIVES = Path.of("src/test/narratives");
  private static final Path HEADS = Path.of("src/test/heads");

  @Test
  void everyPlanHasTheHeadThatItsFileSays() throws IOException {
    Map<String, Set<String>> heads = new TreeMap<>();
    for (Plan plan : plans()) {
      heads
          .computeIfAbsent(plan.runbook(), runbook -> new TreeSet<>())
          .add(text(Head.of(asked(plan), plan.seen().at(), Optional.empty())));
    }
    assertThat(heads).hasSizeGreaterThan(10);
    for (Map.Entry<String, Set<String>> runbook : heads.entrySet()) {
      Path file = HEADS.resolve(runbook.getKey() + ".txt");
      String all = String.join("\n", runbook.getValue());
      if (Boolean.getBoolean("narratives.rewrite")) {
        Files.createDirectories(HEADS);
        Files.writeString(file, all);
      }
      assertThat(all).as(runbook.getKey()).isEqualTo(Files.readString(file));
    }
  }

  @Test
  void aNotificationOfAnyPlanIsShortAndNamesTroubleAndProposal() throws IOException {
    for (Plan plan : plans()) {
      Head head = Head.of(asked(plan), plan.seen().at(), Optional.empty());

      assertThat(head.push()).hasSizeLessThanOrEqualTo(Head.LONGEST_PUSH);
      assertThat(RehearsalText.unmarked(head.push()))
          .startsWith("main: ")
          .contains("Proposed: ")
          .doesNotContain("margin");
      assertThat(head.lines()).hasSize(5).noneMatch(line -> line.matches("(?s).*margin:? -.*"));
      assertThat(head.lines()).noneMatch(line -> line.contains("-replace"));
    }
  }

  /** Where writes were lost, the first words were that they were not. */
  @Test
  void aHeadBeginsWithALossThatIsNotProvenToBeNone() throws IOException {
    List<Plan> losing =
        plans().stream()
            .filter(plan -> plan.loss().isPresent())
            .filter(plan -> plan.loss().get().possiblyLost().filter(most -> most == 0).isEmpty())
            .toList();
    assertThat(losing).hasSizeGreaterThan(10);
    for (Plan plan : losing) {
      Head head = Head.of(asked(plan), plan.seen().at(), Optional.empty());
      assertThat(RehearsalText.unmarked(head.costs())).startsWith("Costs: every write ");
      assertThat(head.push()).contains("Loses ").doesNotContain("Loses no");
    }
  }

  /** A lock screen said that nothing is lost, under a condition that stood in the cut part. */
  @Test
  void aNotificationNeverSaysOnlyTheCaseInWhichNothingIsLost() throws IOException {
    for (Plan plan : plans()) {
      Head head = Head.of(asked(plan), plan.seen().at(), Optional.empty());
      assertThat(head.push()).doesNotContainPattern("If [^.]*, no ");
      if (head.costs().matches("(?s)Costs: acknowledged writes (if|unless) .*")) {
        assertThat(head.push()).endsWith(" May lose acknowledged writes.");
      }
    }
  }

  /** A working cluster whose data is thrown away looked like a rescue. */
  @Test
  void aHeadSaysThatTheClusterWorksBeforeTheReasonToThrowItsDataAway() throws IOException {
    List<Plan> wrong =
        plans().stream()
            .filter(plan -> plan.request().containsKey("because-data-is-wrong"))
            .filter(plan -> !plan.request().containsKey("from"))
            .filter(plan -> plan.seen().margin() >= 0)
            .toList();
    assertThat(wrong).isNotEmpty();
    for (Plan plan : wrong) {
      Head head = Head.of(asked(plan), plan.seen().at(), Optional.empty());
      String reason = plan.request().get("because-data-is-wrong").getFirst();
      assertThat(head.wrong()).containsSubsequence("main: the cluster works", reason);
    }
  }

  /** Alert and runbook stood twice in every list and message. */
  @Test
  void aHeadNamesTheAlertOnceAndANotificationNever() throws IOException {
    for (Plan plan : plans()) {
      Head head = Head.of(asked(plan), plan.seen().at(), Optional.empty());
      assertThat(String.join("\n", head.lines()).split("etcdMembersDown", -1)).hasSize(2);
      assertThat(head.push() + head.title()).doesNotContain("etcdMembersDown");
    }
  }

  private static String text(Head head) {
    return String.join("\n", head.lines())
        + "\n("
        + head.push().length()
        + ") "
        + head.push()
        + "\n";
  }

  private static List<Plan> plans() throws IOException {
    List<Plan> plans = new ArrayList<>();
    try (Stream<Path> files = Files.walk(NARRATIVES)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".txt")).sorted().toList()) {
        Scene scene = new Scene();
        for (Narrative.Case one : Narrative.read(Files.readString(file)).cases()) {
          if (one.standsAlone()) {
            scene = new Scene();
          }
          one.answer(scene);
          scene.prescribed().ifPresent(plans::add);
        }
      }
    }
    return plans;
  }

  private static OperationState asked(Plan plan) {
    RecordedPlan recorded = new Recording("0.1").plan(plan, DiagnosisTable.diagnose(plan.seen()));
    Instant at = plan.seen().at();
    Question question =
        new Question(
            "main.0a1b2c3d.1",
            plan.digest(),
            new Requirement(2, Optional.of("oncall")),
            OperationRequest.askedBy("etcdMembersDown"),
            at,
            at.plus(Duration.ofHours(4)),
            plan.typed());
    return new OperationState(
        "main.0a1b2c3d",
        plan.seen().cluster(),
        plan.runbook(),
        "main: minority lost",
        OperationRequest.askedBy("etcdMembersDown"),
        at,
        Phase.WAITING_FOR_APPROVAL,
        plan.title(),
        at,
        1,
        Optional.of("approvers of oncall"),
        Optional.of(recorded.briefing()),
        recorded.steps().stream().map(StepState::pending).toList(),
        List.of(Approval.of(question)),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.ALERT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
