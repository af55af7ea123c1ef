package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Identity;
import io.quorate.approval.Requirement;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationNames;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.quorate.reminder.Waiting;
import io.quorate.step.Hazard;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is on it: said by a person, by a decision and by a verb. */
@Timeout(180)
class TakenTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);

  private static final ApprovalPolicy TWO =
      new ApprovalPolicy(
          Map.of(Hazard.IRREVERSIBLE, new Requirement(2, Optional.of("oncall"))),
          Duration.ofHours(4));

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theLastToTakeAnOperationIsOnIt() {
    WorkflowStub operation = here.asking();

    assertThat(take(operation, OperationNames.TAKE, "dana").sentence())
        .startsWith("You are on it. Nobody is reminded until ");
    Request.Answer robin = take(operation, OperationNames.TAKE, "robin");

    assertThat(robin.counted()).isTrue();
    assertThat(robin.sentence()).contains("dana was on it since ");
    assertThat(by(SimulatedQuorate.state(operation).taken())).contains("robin");
    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(Waiting.of(SimulatedQuorate.state(operation)).orElseThrow().taken()).isPresent();
  }

  @Test
  void aVerbIsATakeAndTheDoorOfADecisionIsKnown() {
    WorkflowStub operation = here.asking();

    SimulatedQuorate.ask(operation, Request.Verb.PAUSE, "lunch");
    assertThat(SimulatedQuorate.state(operation).taken()).isPresent();
    decide(
        operation, decision("dana", Kind.REJECT, digest(operation), "not now"), Optional.empty());

    Taken last = here.end(operation).taken().orElseThrow();
    assertThat(last.by()).isEqualTo("dana");
    assertThat(last.door()).isNotEmpty();
  }

  @Test
  void aYesThatIsRepeatedStopsNoReminder() {
    here.policy(TWO);
    WorkflowStub operation = here.asking();

    approve(operation, "dana");
    take(operation, OperationNames.TAKE, "robin");
    DecisionAnswer again = approve(operation, "dana");

    assertThat(again.sentence()).startsWith("Recorded already");
    assertThat(by(SimulatedQuorate.state(operation).taken())).contains("robin");
    take(operation, OperationNames.TAKE, "dana");
    assertThat(waiting(operation).taken()).as("dana can do no more").isEmpty();
  }

  @Test
  void theRequesterStopsNoReminderOfTheQuestion() {
    WorkflowStub operation = here.start("bob");
    SimulatedQuorate.await(operation, Phase.WAITING_FOR_APPROVAL);

    assertThat(SimulatedQuorate.ask(operation, Request.Verb.PAUSE, "lunch").counted()).isTrue();
    assertThat(SimulatedQuorate.state(operation).taken()).isEmpty();
    assertThat(take(operation, OperationNames.TAKE, "Bob (unverified)").sentence())
        .contains("Others are still asked, because somebody else has to answer.");
    assertThat(waiting(operation).taken()).isEmpty();
  }

  @Test
  void anAbortByTheRequesterIsNoTake() {
    WorkflowStub operation = here.start("bob");
    SimulatedQuorate.await(operation, Phase.WAITING_FOR_APPROVAL);

    SimulatedQuorate.ask(operation, Request.Verb.ABORT, "not this one");

    assertThat(here.end(operation).taken()).isEmpty();
  }

  @Test
  void aDecisionByATypedNameTakesUnderAMarkedName() {
    Decision typed = decision("dana", Kind.APPROVE, "7f3a91c2", "");
    Decision unproven =
        new Decision(
            typed.digest(),
            typed.by(),
            typed.groups(),
            typed.door(),
            typed.kind(),
            typed.reason(),
            typed.at(),
            typed.typed(),
            typed.question(),
            Optional.of(Identity.TYPED));

    assertThat(Taken.by(unproven).by()).isEqualTo("dana (unverified)");
    assertThat(Taken.by(unproven).isBy("Dana")).isTrue();
  }

  @Test
  void anOperationThatHasEndedIsNotTaken() {
    WorkflowStub operation = here.asking();
    decide(operation, decision("dana", Kind.REJECT, digest(operation), "no"), Optional.empty());
    here.end(operation);

    assertThatThrownBy(() -> take(operation, OperationNames.TAKE, "robin"))
        .isInstanceOf(WorkflowException.class);
  }

  @Test
  void aNoLeavesTheIncidentUnmendedAndTakenByTheAuthor() {
    WorkflowStub incident = here.alert(DOWN);
    here.askedByAlert();
    decide(
        here.operation(),
        decision("dana", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    assertThat(here.end(here.operation()).because())
        .endsWith("Nothing more is asked until a new alert.");

    IncidentState state =
        SimulatedQuorate.incidentState(incident, s -> s.unmendedSince().isPresent());

    assertThat(state.taken().orElseThrow().by()).isEqualTo("dana");
    assertThat(Waiting.of(state).orElseThrow().what()).isEqualTo(Waiting.What.UNMENDED);
    take(incident, IncidentNames.TAKE, "robin");
    assertThat(by(SimulatedQuorate.incidentState(incident, s -> true).taken())).contains("robin");
  }

  @Test
  void theEndOfAnOperationLeavesTheIncidentToWhoeverTookItLater() {
    WorkflowStub incident = here.alert(DOWN);
    here.askedByAlert();
    take(incident, IncidentNames.TAKE, "robin");

    incident.signal(
        IncidentNames.OPERATION_ENDED,
        new OperationEnd(
            "main.0a1b2c3d",
            "COMPLETED",
            Optional.of("defragment"),
            Optional.empty(),
            Optional.of(new Taken("dana", "Slack", Instant.EPOCH))));
    while (here.reports.written.isEmpty()) {
      here.pass(Duration.ofSeconds(1));
    }

    assertThat(by(SimulatedQuorate.incidentState(incident, s -> true).taken())).contains("robin");
  }

  private static Request.Answer take(WorkflowStub workflow, String update, String by) {
    return workflow.update(update, Request.Answer.class, new Taken(by, "Slack", Instant.EPOCH));
  }

  private static Waiting waiting(WorkflowStub operation) {
    return Waiting.of(SimulatedQuorate.state(operation)).orElseThrow();
  }

  private static Optional<String> by(Optional<Taken> taken) {
    return taken.map(Taken::by);
  }
}
