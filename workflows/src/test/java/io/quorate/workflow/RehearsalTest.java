package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.MAIN;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Decision;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.cluster.RehearsalText;
import io.quorate.drawing.DrawnCluster;
import io.quorate.head.Head;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Taken;
import io.quorate.reminder.Waiting;
import io.quorate.view.ClusterView;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The question of a rehearsal, which is asked and answered as a real one and changes nothing. */
@Timeout(180)
class RehearsalTest {
  private static final Map<String, List<String>> RECOVERY =
      Map.of("runbook", List.of("majority-recovery"));

  private final SimulatedQuorate here = SimulatedQuorate.withForgetfulWorker();

  @BeforeEach
  void theClusterIsWhole() {
    DrawnCluster whole = DrawnCluster.of(3);
    whole.sources.add(whole.source(whole.member(0), 80, Optional.empty()));
    here.cluster.become(whole);
  }

  @AfterEach
  void close() {
    here.close();
  }

  private WorkflowStub rehearsing(Map<String, List<String>> options) {
    WorkflowStub operation =
        here.startWith(
            "Rehearsal",
            new OperationRequest(
                MAIN, RehearsalText.RUNBOOK, options, "alice", "main: rehearse the loss"));
    await(operation, Phase.WAITING_FOR_APPROVAL);
    return operation;
  }

  /** The activities that a history scheduled, in their order. */
  private List<String> activities(WorkflowStub operation) {
    return here.history(operation).getEvents().stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
        .map(event -> event.getActivityTaskScheduledEventAttributes().getActivityType().getName())
        .distinct()
        .toList();
  }

  @Test
  void anApprovedRehearsalSchedulesNoActivityOfAStep() {
    ClusterView before = here.view();
    WorkflowStub operation = rehearsing(Map.of());

    DecisionAnswer yes = SimulatedQuorate.approve(operation, "dana");
    OperationState ended = here.end(operation);

    assertThat(yes.counted()).isTrue();
    assertThat(ended.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(ended.because())
        .startsWith("REHEARSAL: Approved by dana")
        .contains("In earnest the plan would begin now. Nothing was changed.");
    assertThat(activities(operation)).containsExactly("Prescribe", "Watch", "WriteReport");
    assertThat(here.view().members()).isEqualTo(before.members());
    assertThat(ended.steps()).noneMatch(step -> step.hazard().mutates());
  }

  @Test
  void aRecoveryIsRehearsedWithTheTypedNameAndTwoPeople() {
    WorkflowStub operation = rehearsing(RECOVERY);
    OperationState asked = SimulatedQuorate.state(operation);

    assertThat(asked.openApproval().orElseThrow().question().needed().approvals()).isEqualTo(2);
    assertThat(asked.openApproval().orElseThrow().question().typed()).contains("main");
    assertThat(SimulatedQuorate.approve(operation, "dana").sentence())
        .isEqualTo(
            "REHEARSAL: Type the cluster's name to approve: this can cost acknowledged writes.");
    assertThat(typed(operation, "alice").counted()).isFalse();
    assertThat(typed(operation, "dana").counted()).isTrue();
    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(typed(operation, "robin").counted()).isTrue();
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(activities(operation)).containsExactly("Prescribe", "Watch", "WriteReport");
  }

  @Test
  void everyLineSaysThatItIsARehearsal() {
    OperationState asked = SimulatedQuorate.state(rehearsing(RECOVERY));
    Head head = Head.of(asked, asked.since(), Optional.empty());

    assertThat(head.lines()).isNotEmpty().allMatch(line -> line.contains("REHEARSAL"));
    assertThat(head.title()).contains("REHEARSAL");
    assertThat(head.push()).startsWith("REHEARSAL").hasSizeLessThanOrEqualTo(150);
    assertThat(asked.briefing().orElseThrow().text().lines().filter(line -> !line.isBlank()))
        .allMatch(line -> line.contains("REHEARSAL"));
    assertThat(asked.steps()).allMatch(step -> step.sentence().startsWith("REHEARSAL"));
  }

  @Test
  void aRehearsalWaitsUnderANameOfItsOwnAndNoWriteFails() {
    WorkflowStub operation = rehearsing(RECOVERY);
    Waiting first = Waiting.of(SimulatedQuorate.state(operation)).orElseThrow();
    typed(operation, "dana");
    Waiting second = Waiting.of(SimulatedQuorate.state(operation)).orElseThrow();

    assertThat(first.what().words()).isEqualTo("rehearsal");
    assertThat(second.what().words()).isEqualTo("rehearsal-second-yes");
    assertThat(first.writesFailSince()).isEmpty();
  }

  @Test
  void aRejectedRehearsalEndsAsRejected() {
    WorkflowStub operation = rehearsing(Map.of());

    decide(operation, decision("dana", Kind.REJECT, digest(operation), "no"), Optional.empty());

    assertThat(here.end(operation).phase()).isEqualTo(Phase.REJECTED);
  }

  @Test
  void aRehearsalMakesWayForTheIncident() {
    WorkflowStub rehearsal = here.run(rehearsing(Map.of()).describe().getExecution());
    take(rehearsal, "dana");

    here.cluster.become(SimulatedQuorate.oneLost());
    WorkflowStub incident = here.alert(new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true));
    OperationState ended = here.end(rehearsal);

    assertThat(ended.phase()).isIn(Phase.ABORTED, Phase.STOPPED);
    assertThat(ended.because()).contains("Nothing was changed.");
    OperationState proposed = here.proposedAfter(ended.operation());
    assertThat(proposed.runbook()).isEqualTo("minority-replace");
    assertThat(proposed.title()).doesNotContain("REHEARSAL");
    assertThat(incident.query("state", IncidentState.class).taken())
        .as("nobody is on the incident because of a rehearsal")
        .isEmpty();
    assertThat(OperationEnd.of(ended).taken()).isEmpty();
  }

  @Test
  void aWriteToTheClusterLeavesTheQuestionOpen() {
    WorkflowStub rehearsal = rehearsing(RECOVERY);
    String asked = digest(rehearsal);

    DrawnCluster later = DrawnCluster.of(3);
    later.members.forEach(member -> member.index = 120);
    later.sources.add(later.source(later.member(0), 80, Optional.empty()));
    here.cluster.become(later);
    here.pass(Duration.ofSeconds(61));

    assertThat(digest(rehearsal)).isEqualTo(asked);
    assertThat(SimulatedQuorate.state(rehearsal).round()).isEqualTo(1);
  }

  @Test
  void aLossThatHappensEndsTheRehearsal() {
    WorkflowStub rehearsal = rehearsing(Map.of());

    here.cluster.become(SimulatedQuorate.oneLost());
    here.pass(Duration.ofSeconds(61));
    OperationState ended = await(rehearsal, state -> state.phase().ended());

    assertThat(ended.phase()).isEqualTo(Phase.STOPPED);
    assertThat(ended.because()).contains("It is no time to rehearse.");
  }

  private static void take(WorkflowStub operation, String by) {
    operation.update(OperationNames.TAKE, Object.class, new Taken(by, "Slack", DrawnCluster.NOW));
  }

  private static DecisionAnswer typed(WorkflowStub operation, String by) {
    Decision plain = decision(by, Kind.APPROVE, digest(operation), "");
    return decide(
        operation,
        new Decision(
            plain.digest(),
            plain.by(),
            plain.groups(),
            plain.door(),
            plain.kind(),
            plain.reason(),
            plain.at(),
            Optional.of("main"),
            Optional.empty(),
            Optional.empty()),
        Optional.empty());
  }
}
