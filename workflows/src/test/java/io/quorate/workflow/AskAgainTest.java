package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision.Kind;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.Taken;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person has an incident propose again what people had rejected. */
@Timeout(180)
class AskAgainTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);

  private static final AskedAgain DANA =
      new AskedAgain("dana", "Slack", Instant.EPOCH, Optional.empty());

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theIncidentAsksAgainInItsNameAndTheWisherMayApprove() {
    WorkflowStub incident = here.alert(DOWN);
    OperationState first = here.askedByAlert();
    assertThat(askAgain(incident, new Taken("dana", "Slack", Instant.EPOCH)).sentence())
        .as("the form of a door that asks for no reason")
        .startsWith("Not recorded: an operation is under way already.");
    decide(
        here.operation(),
        decision("robin", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    here.end(here.operation());
    incidentState(incident, state -> state.unmendedSince().isPresent());

    AskedAgain wish =
        new AskedAgain("dana", "command line", Instant.EPOCH, Optional.of("the disk is back"));
    assertThat(askAgain(incident, wish).counted()).isTrue();

    OperationState again = here.proposedAfter(first.operation());
    assertThat(again.requester()).isEqualTo(RequesterKind.ALERT);
    assertThat(again.requestedBy()).isEqualTo("alert etcdMembersDown");
    assertThat(first.steered()).isEmpty();
    assertThat(again.steered())
        .singleElement()
        .satisfies(
            deed ->
                assertThat(deed.line())
                    .startsWith("Asked again by dana at ")
                    .endsWith(" UTC, command line: the disk is back."));
    assertThat(again.taken().orElseThrow().by()).isEqualTo("dana");
    approve(here.operation(), "dana");
    assertThat(here.end(here.operation()).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aWishLastsThroughALookThatFails() {
    WorkflowStub incident = rejected();
    String first = SimulatedQuorate.state(here.operation()).operation();
    here.diagnoses.failure = Optional.of(SimulatedCluster.failure(FailureTypes.REFUSED, "away"));
    assertThat(askAgain(incident, DANA).counted()).isTrue();
    incidentState(incident, state -> state.finding().startsWith("The cluster could not"));
    assertThat(askAgain(incident, DANA).sentence())
        .startsWith("Not recorded: no look at the cluster has succeeded");

    here.diagnoses.failure = Optional.empty();
    here.pass(Duration.ofMinutes(2));
    OperationState again = here.proposedAfter(first);
    assertThat(again.steered().getFirst().line()).startsWith("Asked again by dana at ");
  }

  @Test
  void aQuestionThatWasAskedAgainIsRepeatedWhenItExpires() {
    WorkflowStub incident = rejected();
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    String first = SimulatedQuorate.state(here.operation()).operation();
    assertThat(askAgain(incident, DANA).counted()).isTrue();
    OperationState second = here.proposedAfter(first);
    WorkflowStub asked = here.operation();
    here.awaitClosed(asked, Duration.ofSeconds(20));

    assertThat(SimulatedQuorate.state(here.operation()).because()).contains("Asked again at ");
    assertThat(here.proposedAfter(second.operation()).requester()).isEqualTo(RequesterKind.ALERT);
  }

  private WorkflowStub rejected() {
    WorkflowStub incident = here.alert(DOWN);
    here.askedByAlert();
    decide(
        here.operation(),
        decision("robin", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    here.end(here.operation());
    incidentState(incident, state -> state.unmendedSince().isPresent());
    return incident;
  }

  private static Request.Answer askAgain(WorkflowStub incident, Object wish) {
    return incident.update(IncidentNames.ASK_AGAIN, Request.Answer.class, wish);
  }
}
