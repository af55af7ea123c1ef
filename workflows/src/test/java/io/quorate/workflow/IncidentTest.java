package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.Requirement;
import io.quorate.drawing.DrawnCluster;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.Alert;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationHold;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Proposals;
import io.quorate.step.Hazard;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alerts become one operation, and the incident closes when the cluster is whole. */
@Timeout(180)
class IncidentTest {
  private static final Alert DOWN = firing("etcdMembersDown", "f1", DrawnCluster.NOW);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void anAlertStartsAnOperationAndTheIncidentClosesWhenTheClusterIsWhole() {
    WorkflowStub incident = here.alert(DOWN);
    OperationState asked = here.askedByAlert();

    assertThat(asked.requestedBy()).isEqualTo("alert etcdMembersDown");
    approve(here.operation(), "dana");

    here.awaitClosed(incident, Duration.ofSeconds(2));
    IncidentState closed = incident.getResult(IncidentState.class);
    assertThat(closed.open()).isFalse();
    assertThat(closed.operation()).hasValue(asked.operation());
    assertThat(here.view().voters()).hasSize(3);
    assertThat(here.diagnoses.comparing)
        .as("the operation compares at its end, the incident once more before it closes")
        .endsWith(true)
        .startsWith(true);
  }

  @Test
  void anIncidentOfAWholeClusterWhoseDataDiffersStaysOpen() {
    here.cluster.become(DrawnCluster.of(3));
    here.diagnoses.difference = Optional.of("The voters hold different data");

    WorkflowStub incident = here.alert(DOWN);
    IncidentState state = incidentState(incident, s -> s.finding().contains("different data"));
    here.pass(Duration.ofMinutes(30));

    assertThat(incidentState(incident, s -> true).open()).isTrue();
    assertThat(state.operation()).as("nobody can tell whose is right").isEmpty();
    here.diagnoses.difference = Optional.empty();
    here.awaitClosed(incident, Duration.ofMinutes(10));
  }

  @Test
  void anOperationOfAnAlertAsksAnApproverUnderAnyPolicy() {
    DrawnCluster stopped = DrawnCluster.of(3);
    stopped.member(1).stopped();
    here.cluster.become(stopped);
    here.policy(
        new ApprovalPolicy(Map.of(Hazard.REVERSIBLE, Requirement.anybody(0)), Duration.ofHours(4)));

    here.alert(DOWN);
    OperationState asked = here.askedByAlert();

    assertThat(asked.runbook()).isEqualTo("member-restart");
    assertThat(asked.approvals().get(0).question().needed().approvals()).isEqualTo(1);
    assertThat(here.cluster.done()).isEmpty();
  }

  @Test
  void anAlertThatIsSentAgainChangesNothing() {
    here.alert(DOWN);
    OperationState asked = here.askedByAlert();
    WorkflowStub incident = here.alert(DOWN);
    here.alert(DOWN);

    IncidentState state = incidentState(incident, s -> s.operation().isPresent());

    assertThat(state.alerts()).containsExactly(DOWN);
    assertThat(state.operation()).hasValue(asked.operation());
  }

  @Test
  void aResolvedAlertThatOvertookItsFiringStaysResolved() {
    DrawnCluster stopped = DrawnCluster.of(3);
    stopped.member(1).stopped();
    here.cluster.become(stopped);
    Alert over = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, false);
    here.alert(over);
    WorkflowStub incident = here.alert(DOWN);

    IncidentState state = incidentState(incident, s -> !s.alerts().isEmpty());

    assertThat(state.alerts()).containsExactly(over);
  }

  @Test
  void aNoIsNotAskedAboutAgainUntilANewEpisodeFires() {
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    here.alert(firing("etcdNoLeader", "f2", DrawnCluster.NOW.plusSeconds(30)));
    reject();
    incidentState(incident, s -> true);
    here.pass(Duration.ofMinutes(30));

    assertThat(SimulatedQuorate.state(here.operation()).operation()).isEqualTo(first);

    here.alert(firing("etcdMembersDown", "f1", DrawnCluster.NOW.plusSeconds(3600)));
    OperationState second = await(here.operation(), s -> !s.operation().equals(first));
    assertThat(second.phase().ended()).isFalse();
  }

  @Test
  void anAlertAfterTheEndOfAnOperationStartsAnotherOperation() {
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    WorkflowStub operation = here.operation();
    CountDownLatch lookAfterTheEnd = here.diagnoses.hold();
    decide(
        operation, decision("dana", Kind.REJECT, digest(operation), "not now"), Optional.empty());
    while (!here.diagnoses.isHeld()) {
      Thread.onSpinWait();
    }
    Alert later = firing("etcdMembersDown", "f1", DrawnCluster.NOW.plusSeconds(3600));
    here.alert(later);
    incidentState(incident, s -> s.alerts().contains(later));
    lookAfterTheEnd.countDown();

    OperationState second = here.proposedAfter(first);
    assertThat(second.requestedBy()).isEqualTo("alert etcdMembersDown");
  }

  @Test
  void anOperationThatAPersonStartedIsFollowed() {
    WorkflowStub byHand = here.asking();
    WorkflowStub incident = here.alert(DOWN);
    incidentState(incident, s -> s.operation().isPresent());

    approve(byHand, "dana");

    assertThat(here.end(byHand).requestedBy()).isEqualTo("alice");
    here.awaitClosed(incident, Duration.ofSeconds(2));
    assertThat(incident.getResult(IncidentState.class).open()).isFalse();
  }

  @Test
  void aNoToAnOperationOfSomebodyElseAnswersTheAlert() {
    String byHand = SimulatedQuorate.state(here.asking()).operation();
    WorkflowStub incident = here.alert(DOWN);
    incidentState(incident, s -> s.operation().isPresent());

    reject();
    here.pass(Duration.ofMinutes(30));

    assertThat(SimulatedQuorate.state(here.operation()).operation()).isEqualTo(byHand);
    assertThat(incidentState(incident, s -> true).open()).isTrue();
  }

  @Test
  void aTerminatedOperationOfAPersonDoesNotAnswerTheAlert() {
    WorkflowStub lastWords = here.asking();
    WorkflowStub incident = here.alert(DOWN);
    incidentState(incident, s -> s.operation().isPresent());
    awaitIdle(lastWords);
    lastWords.terminate("it told its end to the incident before this one");
    here.pass(Duration.ofMinutes(2));

    assertThat(here.askedByAlert().requestedBy()).isEqualTo("alert etcdMembersDown");
  }

  @Test
  void anOperationEndsWithoutAnIncidentToo() {
    assertThat(here.end(here.approved()).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void anIncidentOfAWholeClusterClosesAtOnce() {
    here.cluster.become(DrawnCluster.of(3));

    WorkflowStub incident = here.alert(DOWN);
    here.awaitClosed(incident, Duration.ofSeconds(2));
    IncidentState closed = incident.getResult(IncidentState.class);

    assertThat(closed.open()).isFalse();
    assertThat(closed.operation()).isEmpty();
  }

  @Test
  void aNewRunOfTheIncidentKeepsAlertsAndDoesNotAskAgain() {
    IncidentMemory memory = memory(false, Optional.empty());
    WorkflowStub incident = here.incident();
    incident.start(SimulatedQuorate.MAIN, memory);
    here.alert(DOWN);
    here.pass(Duration.ofMinutes(30));

    IncidentState state = incidentState(incident, s -> !s.alerts().isEmpty());

    assertThat(state.openedAt()).isEqualTo(memory.openedAt());
    assertThat(state.alerts()).containsExactly(DOWN);
    assertThat(state.operation()).hasValue("main.0a1b2c3d");
    assertThatThrownBy(() -> SimulatedQuorate.state(here.operation()))
        .isInstanceOf(WorkflowNotFoundException.class);
  }

  @Test
  void aNewRunOfTheIncidentStillSaysWhatHoldsTheCluster() {
    OperationHold hold =
        new OperationHold(
            SimulatedQuorate.MAIN,
            "main.0a1b2c3d",
            "rolling-restart",
            "parked",
            "stopped at step 4 of 9",
            List.of("retry", "abort"),
            false);
    WorkflowStub incident = here.incident();
    incident.start(SimulatedQuorate.MAIN, memory(true, Optional.of(hold)));

    assertThat(incidentState(incident, s -> s.doing().contains("parked")).doing())
        .isEqualTo(hold.sentence());
  }

  private static IncidentMemory memory(boolean following, Optional<OperationHold> hold) {
    return new IncidentMemory(
        DrawnCluster.NOW.minusSeconds(7200),
        DatedMemory.NONE,
        "etcd-1 is lost.",
        new Proposals.Memory(
            Optional.of("main.0a1b2c3d"),
            following,
            Optional.empty(),
            Optional.of(
                new OperationEnd(
                    "main.0a1b2c3d",
                    "REJECTED",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())),
            List.of(),
            0,
            "",
            Optional.empty(),
            Optional.empty()),
        List.of(DOWN),
        List.of(DOWN.episode()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        hold);
  }

  @Test
  void anAlertThatComesDuringTheClosingLookIsLookedAt() throws InterruptedException {
    DrawnCluster silent = DrawnCluster.of(3);
    silent.member(1).stopped();
    here.cluster.become(DrawnCluster.of(3));
    CountDownLatch closingLook = here.diagnoses.hold();
    WorkflowStub incident = here.alert(DOWN);
    while (!here.diagnoses.isHeld()) {
      Thread.onSpinWait();
    }
    here.cluster.become(silent);
    here.alert(DOWN);
    closingLook.countDown();

    IncidentState state =
        incidentState(incident, s -> !s.open() || s.finding().contains("is stopped"));

    assertThat(state.open()).isTrue();
    assertThat(state.finding()).contains("etcd-1 is stopped");
  }

  @Test
  void anIncidentIgnoresUnreadableSignalsAndUnknownFields() {
    ObjectNode memory =
        HistoryMapper.create().valueToTree(IncidentMemory.opened(DrawnCluster.NOW.minusSeconds(5)));
    memory.putObject("later").put("a", 1);
    WorkflowStub incident = here.incident();
    incident.signalWithStart(
        IncidentNames.ALERTS,
        new Object[] {
          Map.of(
              "alerts",
              List.of(
                  Map.of(
                      "name",
                      DOWN.name(),
                      "fingerprint",
                      "f9",
                      "startsAt",
                      DOWN.startsAt().toString(),
                      "firing",
                      true,
                      "later",
                      "more")))
        },
        new Object[] {SimulatedQuorate.MAIN, memory});
    incident.signal(IncidentNames.ALERTS, "no alerts at all");
    incident.signal(
        IncidentNames.ALERTS,
        Map.of("alerts", List.of(Map.of("fingerprint", "f9", "firing", true))));
    incident.signal("aSignalOfALaterRelease", Map.of("x", 1));
    incident.signal(IncidentNames.OPERATION_ENDED, Map.of("later", "x"));
    incident.signal(IncidentNames.OPERATION_ENDED, List.of(1, 2));

    assertThat(here.askedByAlert().requestedBy()).isEqualTo("alert " + DOWN.name());
    approve(here.operation(), "dana");
    here.awaitClosed(incident, Duration.ofSeconds(2));
    assertThat(incident.getResult(IncidentState.class).open()).isFalse();
  }

  @Test
  void aLookThatFailsForGoodIsSaidAndTriedAgain() {
    here.diagnoses.failure =
        Optional.of(SimulatedCluster.failure(FailureTypes.FAULT, "no such cluster"));
    WorkflowStub incident = here.alert(DOWN);
    IncidentState blind =
        incidentState(incident, s -> s.finding().contains("could not be looked at"));
    assertThat(blind.finding()).contains("no such cluster");

    here.diagnoses.failure = Optional.empty();
    here.pass(Duration.ofMinutes(2));

    assertThat(here.askedByAlert().requestedBy()).isEqualTo("alert etcdMembersDown");
  }

  @Test
  void troubleWithoutARunbookIsWatchedAndSaid() {
    here.cluster.become(SimulatedQuorate.inTwoHistories());
    WorkflowStub incident = here.alert(DOWN);
    here.pass(Duration.ofHours(2));

    IncidentState state = incidentState(incident, s -> !s.finding().startsWith("looking"));

    assertThat(state.open()).isTrue();
    assertThat(state.operation()).isEmpty();
    assertThat(state.doing()).startsWith("No runbook of this release answers it");
    assertThat(here.history(incident).getHistory().getEventsCount()).isLessThan(100);
  }

  @Test
  void peopleAreToldAgainWhenTheFindingChanges() {
    here.cluster.become(SimulatedQuorate.inTwoHistories());
    WorkflowStub incident = here.alert(DOWN);
    here.pass(Duration.ofMinutes(30));
    assertThat(incidentState(incident, s -> true).timesTold()).isEqualTo(1);

    here.diagnoses.failure =
        Optional.of(SimulatedCluster.failure(FailureTypes.FAULT, "no such cluster"));
    here.pass(Duration.ofMinutes(30));

    IncidentState state = incidentState(incident, s -> s.timesTold() == 2);
    assertThat(state.finding()).startsWith("The cluster could not be looked at");
  }

  @Test
  void aParkedOperationOfAnotherTroubleThatChangedNothingMakesWay() {
    here.cluster.become(DrawnCluster.of(3));
    here.faults.fail(
        "save-snapshot", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "no room left"));
    WorkflowStub restart = restartOfAll();
    SimulatedQuorate.await(restart, Phase.PARKED);
    here.cluster.become(SimulatedQuorate.oneLost());
    here.alert(DOWN);

    OperationState ended = here.end(restart);

    assertThat(ended.phase()).as(ended.because()).isEqualTo(Phase.STOPPED);
    assertThat(ended.because())
        .startsWith("stopped at step 1 of ")
        .contains(
            "no room left. Nothing was changed. The incident of the cluster needs it: etcd-1");
    OperationState proposed = here.proposedAfter(ended.operation());
    assertThat(proposed.runbook()).isEqualTo("minority-replace");
  }

  @Test
  void aParkedOperationThatChangedSomethingStaysAndPeopleAreToldAtOnceWhatToType() {
    here.cluster.become(DrawnCluster.of(3));
    here.faults.fail("resume-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub restart = restartOfAll();
    SimulatedQuorate.await(restart, Phase.WAITING_FOR_APPROVAL);
    approve(restart, "dana");
    SimulatedQuorate.await(restart, Phase.PARKED);
    here.cluster.become(SimulatedQuorate.oneLost());
    WorkflowStub incident = here.alert(DOWN);

    IncidentState state =
        incidentState(incident, s -> s.doing().contains("another operation has the cluster"));
    assertThat(state.doing())
        .contains("(rolling-restart) is parked, stopped at step", "quorate retry main")
        .contains("quorate abort main", "quorate show main.");
    here.pass(Duration.ofMinutes(1));
    assertThat(incidentState(incident, s -> s.timesTold() == 1).open()).isTrue();
    assertThat(SimulatedQuorate.state(restart).phase()).isEqualTo(Phase.PARKED);
  }

  /**
   * Waits until no task of the workflow is under way: the test server skips no more time once a
   * workflow was terminated in the middle of one.
   */
  private void awaitIdle(WorkflowStub workflow) {
    while (here.history(workflow).getLastEvent().getEventType()
        != EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED) {
      Thread.onSpinWait();
    }
  }

  private WorkflowStub restartOfAll() {
    return here.startWith(
        "RollingRestart",
        new OperationRequest(
            SimulatedQuorate.MAIN, "rolling-restart", Map.of(), "alice", "main: restart all"));
  }

  private void reject() {
    WorkflowStub operation = here.operation();
    decide(
        operation, decision("dana", Kind.REJECT, digest(operation), "not now"), Optional.empty());
    here.end(operation);
  }

  private static Alert firing(String name, String fingerprint, Instant startsAt) {
    return new Alert(name, fingerprint, startsAt, true);
  }
}
