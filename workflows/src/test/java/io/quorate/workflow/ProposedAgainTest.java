package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision.Kind;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationRequest;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An alert is answered by people or by a mended cluster, and by nothing else. */
@Timeout(240)
class ProposedAgainTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void anExpiredOperationIsProposedAgainAfterGrowingPauses() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    Instant expired = expire();

    String second = here.proposedAfter(first).operation();
    Duration firstPause = Duration.between(expired, here.askedAt());
    Instant expiredAgain = expire();
    here.proposedAfter(second);
    Duration secondPause = Duration.between(expiredAgain, here.askedAt());

    assertThat(firstPause).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(2));
    assertThat(secondPause).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
    assertThat(here.looks.orders)
        .as("each asked on a look of its own")
        .hasSizeGreaterThan(2)
        .allMatch(order -> order.operation().isPresent());
    assertThat(here.looks.orders.stream().reduce((one, next) -> next).orElseThrow().known().at())
        .isAfterOrEqualTo(expiredAgain);
    approve(here.operation(), "dana");
    here.awaitClosed(incident, Duration.ofSeconds(2));
    assertThat(here.view().voters()).hasSize(3);
  }

  @Test
  void theIncidentNamesTheExpiredOperationAndTheTimeOfTheNextQuestion() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();

    IncidentState state =
        SimulatedQuorate.incidentState(incident, s -> s.nextProposal().isPresent());

    assertThat(state.doing()).startsWith(first + " ended without an answer (expired).");
    assertThat(state.nextProposal().orElseThrow()).isAfter(DrawnCluster.NOW);
  }

  @Test
  void anOperationThatClosesWithoutWordIsProposedAgain() {
    try (SimulatedQuorate failing =
        SimulatedQuorate.withOperations(ScriptedOperation.Failing.class)) {
      WorkflowStub incident = failing.alert(DOWN);

      IncidentState first =
          SimulatedQuorate.incidentState(incident, s -> s.nextProposal().isPresent());
      assertThat(first.doing()).contains("(terminated)");
      failing.pass(Duration.ofMinutes(2));

      IncidentState second =
          SimulatedQuorate.incidentState(
              incident,
              s -> s.nextProposal().isPresent() && !s.operation().equals(first.operation()));
      assertThat(second.nextProposal().orElseThrow()).isAfter(first.nextProposal().orElseThrow());
      assertThat(second.unmendedSince())
          .as("the trouble is as old as it was")
          .isPresent()
          .isEqualTo(first.unmendedSince());
    }
  }

  @Test
  void anExpiredQuestionLeavesTheTroubleAsOldAsItWas() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();
    Instant since = unmendedSince(incident);
    here.proposedAfter(first);
    assertThat(SimulatedQuorate.incidentState(incident, s -> true).unmendedSince())
        .as("the question itself waits")
        .isEmpty();
    expire();

    assertThat(unmendedSince(incident)).isEqualTo(since);
  }

  @Test
  void aNoMakesTheTroubleWaitAnew() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();
    Instant since = unmendedSince(incident);
    here.proposedAfter(first);
    decide(
        here.operation(),
        decision("dana", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    here.end(here.operation());

    assertThat(unmendedSince(incident)).isAfter(since);
  }

  private static Instant unmendedSince(WorkflowStub incident) {
    return SimulatedQuorate.incidentState(incident, s -> s.unmendedSince().isPresent())
        .unmendedSince()
        .orElseThrow();
  }

  @Test
  void anotherTroubleIsProposedAtOnce() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();
    String second = here.proposedAfter(first).operation();
    Instant expired = expire();
    DrawnCluster other = DrawnCluster.of(3);
    other.member(2).gone();
    here.cluster.become(other);
    here.pass(Duration.ofSeconds(20));

    here.proposedAfter(second);

    assertThat(Duration.between(expired, here.askedAt())).isLessThan(Duration.ofMinutes(2));
  }

  @Test
  void theIncidentHandsTheObservationToTheOperation() {
    DrawnCluster drawn = SimulatedQuorate.oneLost();
    here.cluster.become(drawn);
    here.alert(DOWN);
    here.askedByAlert();

    OperationRequest request =
        here
            .history(here.operation())
            .getHistory()
            .getEvents(0)
            .getWorkflowExecutionStartedEventAttributes()
            .getInput()
            .getPayloadsList()
            .stream()
            .map(SimulatedQuorate::request)
            .findFirst()
            .orElseThrow();

    assertThat(request.known().remembered()).isEqualTo(here.view().remembered());
    assertThat(request.known().at()).isAfterOrEqualTo(DrawnCluster.NOW);
    assertThat(here.looks.orders.element().known()).isEqualTo(request.known());
  }

  @Test
  void anOperationOfAnotherRunbookAnswersNothing() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    expire();
    incident.signal(
        IncidentNames.OPERATION_ENDED,
        new OperationEnd(
            "main.11111111",
            "COMPLETED",
            Optional.of("defragment"),
            Optional.empty(),
            Optional.empty()));

    assertThat(here.proposedAfter(first).requestedBy()).isEqualTo("alert etcdMembersDown");
  }

  @Test
  void aPhaseOfALaterReleaseIsNoAnswer() {
    assertThat(
            new OperationEnd(
                    "main.1", "POSTPONED", Optional.empty(), Optional.empty(), Optional.empty())
                .answersAlerts())
        .isFalse();
    assertThat(
            new OperationEnd(
                    "main.1", "REJECTED", Optional.empty(), Optional.empty(), Optional.empty())
                .answersAlerts())
        .isTrue();
  }

  @Test
  void aNoAnswersTheAlertForGood() {
    WorkflowStub incident = here.alert(DOWN);
    String first = here.askedByAlert().operation();
    decide(
        here.operation(),
        decision("dana", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    here.end(here.operation());
    here.pass(Duration.ofHours(3));

    assertThat(SimulatedQuorate.state(here.operation()).operation()).isEqualTo(first);
    assertThat(SimulatedQuorate.incidentState(incident, s -> true).doing())
        .startsWith(first + " is over (rejected).");
  }

  /** Lets the question expire; returns when. */
  private Instant expire() {
    here.awaitClosed(here.operation(), Duration.ofSeconds(20));
    return Instant.ofEpochMilli(here.temporal.currentTimeMillis());
  }
}
