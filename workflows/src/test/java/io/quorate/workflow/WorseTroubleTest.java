package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision.Kind;
import io.quorate.cluster.Alarm;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.reminder.Waiting;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worse trouble is proposed at once, whatever people said about a milder one. */
@Timeout(240)
class WorseTroubleTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void lostQuorumIsProposedAlthoughTheLostMemberWasRejected() {
    here.alert(DOWN);
    OperationState first = rejected();

    here.cluster.become(twoLost());
    here.pass(Duration.ofSeconds(30));

    OperationState second = here.proposedAfter(first.operation());
    assertThat(second.briefing().orElseThrow().diagnosis()).isEqualTo("quorum-lost");
    assertThat(second.briefing().orElseThrow().trouble().orElseThrow())
        .as("the hour of quiet compares troubles")
        .startsWith("quorum-lost: etcd-");
    assertThat(Waiting.of(second).orElseThrow().writesFailSince()).isPresent();
  }

  @Test
  void thePausesBeginAnewWhenAWorseTroubleExpires() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    here.alert(DOWN);
    String operation = here.askedByAlert().operation();
    for (int time = 0; time < 2; time++) {
      expire();
      operation = here.proposedAfter(operation).operation();
    }
    here.cluster.become(twoLost());
    here.pass(Duration.ofSeconds(30));
    Instant expired = expire();

    here.proposedAfter(operation);

    assertThat(Duration.between(expired, here.askedAt()))
        .as("the first pause, not the third")
        .isLessThan(Duration.ofMinutes(3));
  }

  @Test
  void theEndOfAnExpiredQuestionSaysWhenItIsAskedAgain() {
    here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
    here.alert(DOWN);
    here.askedByAlert();
    WorkflowStub operation = here.operation();
    expire();

    assertThat(SimulatedQuorate.state(operation).because())
        .containsPattern(
            "Asked again at \\d\\d:\\d\\d UTC, with fresh facts, while the alert fires.");
  }

  @Test
  void writesThatFailKeepTheFirstTimeAtWhichTheyWereSeenToFail() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.alarms.add(new Alarm(Alarm.Kind.NOSPACE, Optional.of(drawn.member(0).id)));
    here.cluster.become(drawn);
    WorkflowStub incident = here.alert(DOWN);
    IncidentState first =
        SimulatedQuorate.incidentState(incident, s -> s.writesFailSince().isPresent());
    here.pass(Duration.ofMinutes(10));
    DrawnCluster other = DrawnCluster.of(3);
    other.alarms.add(new Alarm(Alarm.Kind.CORRUPT, Optional.of(other.member(1).id)));
    here.cluster.become(other);
    here.pass(Duration.ofSeconds(30));

    IncidentState later =
        SimulatedQuorate.incidentState(incident, s -> !s.finding().equals(first.finding()));
    assertThat(later.writesFailSince()).isEqualTo(first.writesFailSince());
  }

  @Test
  void writesGoOnFailingWhileNoMemberAnswersAnyMore() {
    here.cluster.become(SimulatedQuorate.majoritySilent());
    WorkflowStub incident = here.alert(DOWN);
    IncidentState first =
        SimulatedQuorate.incidentState(incident, s -> s.writesFailSince().isPresent());
    here.cluster.become(silent());
    here.pass(Duration.ofSeconds(30));

    IncidentState blind =
        SimulatedQuorate.incidentState(incident, s -> s.finding().startsWith("No member answers"));
    assertThat(blind.writesFailSince()).isEqualTo(first.writesFailSince());
  }

  private OperationState rejected() {
    OperationState asked = here.askedByAlert();
    decide(
        here.operation(),
        decision("dana", Kind.REJECT, digest(here.operation()), "not now"),
        Optional.empty());
    here.end(here.operation());
    here.pass(Duration.ofMinutes(1));
    return asked;
  }

  private static DrawnCluster silent() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(member -> member.answers = false);
    return drawn;
  }

  private static DrawnCluster twoLost() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.member(2).gone();
    return drawn;
  }

  private Instant expire() {
    here.awaitClosed(here.operation(), Duration.ofSeconds(20));
    return Instant.ofEpochMilli(here.temporal.currentTimeMillis());
  }
}
