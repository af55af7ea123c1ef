package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Alert;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.Request;
import io.quorate.operation.Restraint;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An incident that is held back proposes nothing by itself until the time is over. */
@Timeout(180)
class HeldBackTest {
  private static final Alert DOWN = new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true);
  private static final Duration HELD = Duration.ofMinutes(20);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();
  private Instant until = Instant.EPOCH;

  @AfterEach
  void close() {
    here.close();
  }

  @ParameterizedTest
  @EnumSource
  void aHeldBackProposalIsMadeWhenTheTimeIsOver(Restraint.Kind kind) {
    WorkflowStub incident = alertHeldBack(kind);

    IncidentState held = incidentState(incident, s -> s.nextProposal().isPresent());
    assertThat(held.nextProposal()).contains(until);
    assertThat(held.doing()).isEqualTo("Not proposed yet.");
    assertThat(held.canAskAgain()).isTrue();
    here.pass(HELD.minusMinutes(2));
    assertThat(incidentState(incident, s -> true).operation()).isEmpty();
    here.pass(Duration.ofMinutes(3));

    here.askedByAlert();
    assertThat(here.askedAt()).isAfterOrEqualTo(until);
  }

  @Test
  void theHourOfQuietIsToldAndACommonCauseIsNotToldByEachCluster() {
    IncidentState quiet =
        incidentState(alertHeldBack(Restraint.Kind.HOUR_OF_QUIET), HeldBackTest::isHeld);
    assertThat(quiet.course()).contains(IncidentCourse.QUIET);
    assertThat(quiet.unmendedSince()).isPresent();

    try (SimulatedQuorate other = SimulatedQuorate.withLostMember()) {
      hold(other, Restraint.Kind.COMMON_CAUSE);
      WorkflowStub incident = other.alert(DOWN);
      IncidentState held = incidentState(incident, HeldBackTest::isHeld);
      assertThat(held.course()).contains(IncidentCourse.HELD_WITH_OTHERS);
      other.pass(Duration.ofMinutes(2));
      IncidentState later = incidentState(incident, state -> true);
      assertThat(later.unmendedSince()).isEmpty();
      assertThat(later.timesTold()).isZero();
    }
  }

  @Test
  void lostQuorumIsProposedAtOnce() {
    DrawnCluster lost = DrawnCluster.of(3);
    lost.member(1).gone();
    lost.member(2).gone();
    here.cluster.become(lost);
    alertHeldBack(Restraint.Kind.COMMON_CAUSE);

    here.askedByAlert();

    assertThat(here.askedAt()).isBefore(until);
  }

  @Test
  void aPersonReleasesAHeldProposal() {
    WorkflowStub incident = alertHeldBack(Restraint.Kind.COMMON_CAUSE);
    incidentState(incident, HeldBackTest::isHeld);

    assertThat(
            incident.update(
                IncidentNames.ASK_AGAIN,
                Request.Answer.class,
                OpaqueValues.of(new AskedAgain("dana", "Slack", Instant.EPOCH, Optional.empty()))))
        .matches(Request.Answer::counted);

    here.askedByAlert();
    assertThat(here.askedAt()).isBefore(until);
  }

  private static boolean isHeld(IncidentState state) {
    return state.nextProposal().isPresent();
  }

  private WorkflowStub alertHeldBack(Restraint.Kind kind) {
    until = hold(here, kind);
    return here.alert(DOWN);
  }

  private static Instant hold(SimulatedQuorate where, Restraint.Kind kind) {
    Instant end = Instant.ofEpochMilli(where.temporal.currentTimeMillis()).plus(HELD);
    Restraint held = new Restraint(kind, "Not proposed yet.", end);
    where.diagnoses.restraint =
        trouble ->
            Instant.ofEpochMilli(where.temporal.currentTimeMillis()).isBefore(end)
                ? Optional.of(held)
                : Optional.empty();
    return end;
  }
}
