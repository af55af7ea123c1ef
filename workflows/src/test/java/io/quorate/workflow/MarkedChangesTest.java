package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.quorate.step.Hazard;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Temporal's list shows what people did, so that nobody has to ask each workflow. */
@Timeout(180)
class MarkedChangesTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aFirstYesChangesTheListThoughThePhaseStays() {
    here.policy(
        new ApprovalPolicy(
            Map.of(Hazard.IRREVERSIBLE, new Requirement(2, Optional.of("oncall"))),
            Duration.ofHours(4)));
    WorkflowStub operation = here.asking();
    long before = marks(operation);

    approve(operation, "dana");

    assertThat(before).isPositive();
    assertThat(marks(operation)).isGreaterThan(before);
  }

  @Test
  void aTakeChangesTheList() {
    WorkflowStub operation = here.asking();
    long before = marks(operation);
    take(operation, OperationNames.TAKE);
    assertThat(marks(operation)).isGreaterThan(before);
  }

  @Test
  void aNoticeOfAParkedOperationChangesTheList() throws Exception {
    DrawnCluster oneMoreDown = SimulatedQuorate.oneLost();
    oneMoreDown.member(2).stopped();
    here.faults.hold("hold-member");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("hold-member");
    here.cluster.become(oneMoreDown);
    here.faults.release("hold-member");
    passUntil(operation, state -> state.phase() == Phase.PARKED);
    here.pass(Duration.ofMinutes(2));
    long before = marks(operation);

    here.cluster.become(SimulatedQuorate.oneLost());
    passUntil(operation, state -> !state.notices().isEmpty());

    assertThat(marks(operation)).isGreaterThan(before);
  }

  private void passUntil(WorkflowStub operation, Predicate<OperationState> reached) {
    for (int times = 0; times < 200; times++) {
      if (reached.test(SimulatedQuorate.state(operation))) {
        return;
      }
      here.pass(Duration.ofSeconds(10));
    }
    throw new AssertionError(SimulatedQuorate.state(operation).toString());
  }

  @Test
  void anIncidentMarksATakeButNoRepeatedAlert() {
    Alert down = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);
    WorkflowStub incident = here.alert(down);
    here.askedByAlert();
    long before = marks(incident);

    here.alert(down);
    SimulatedQuorate.incidentState(incident, state -> true);
    assertThat(marks(incident)).isEqualTo(before);

    take(incident, IncidentNames.TAKE);
    assertThat(marks(incident)).isEqualTo(before + 1);
  }

  private static void take(WorkflowStub workflow, String update) {
    assertThat(
            workflow
                .update(update, Request.Answer.class, new Taken("dana", "page", DrawnCluster.NOW))
                .counted())
        .isTrue();
  }

  private long marks(WorkflowStub workflow) {
    return here.history(workflow).getEvents().stream()
        .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED)
        .count();
  }
}
