package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.approval.Decision.Kind;
import io.quorate.cluster.ObservationMemory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alerts become one operation, and the incident closes when the cluster is whole. */
@Timeout(60)
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
    OperationState asked = askedByAlert();

    assertThat(asked.requestedBy()).isEqualTo("alert etcdMembersDown");
    approve(here.operation(), "dana");

    here.awaitClosed(incident, Duration.ofSeconds(2));
    IncidentState closed = incident.getResult(IncidentState.class);
    assertThat(closed.open()).isFalse();
    assertThat(closed.operation()).hasValue(asked.operation());
    assertThat(here.view().voters()).hasSize(3);
  }

  @Test
  void whatIsSentAgainChangesNothing() {
    here.alert(DOWN);
    OperationState asked = askedByAlert();
    WorkflowStub incident = here.alert(DOWN);
    here.alert(DOWN);

    IncidentState state = state(incident, s -> s.operation().isPresent());

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

    IncidentState state = state(incident, s -> !s.alerts().isEmpty());

    assertThat(state.alerts()).containsExactly(over);
  }

  @Test
  void aNoIsNotAskedAboutAgainUntilANewEpisodeFires() {
    WorkflowStub incident = here.alert(DOWN);
    String first = askedByAlert().operation();
    here.alert(firing("etcdNoLeader", "f2", DrawnCluster.NOW.plusSeconds(30)));
    reject();
    state(incident, s -> true);
    here.pass(Duration.ofMinutes(30));

    assertThat(SimulatedQuorate.state(here.operation()).operation()).isEqualTo(first);

    here.alert(firing("etcdMembersDown", "f1", DrawnCluster.NOW.plusSeconds(3600)));
    OperationState second = await(here.operation(), s -> !s.operation().equals(first));
    assertThat(second.phase().ended()).isFalse();
  }

  @Test
  void anOperationThatAPersonStartedIsFollowed() {
    WorkflowStub byHand = here.asking();
    WorkflowStub incident = here.alert(DOWN);
    state(incident, s -> s.operation().isPresent());

    approve(byHand, "dana");

    assertThat(here.end(byHand).requestedBy()).isEqualTo("alice");
    here.awaitClosed(incident, Duration.ofSeconds(2));
    assertThat(incident.getResult(IncidentState.class).open()).isFalse();
  }

  @Test
  void aNoToAnOperationOfSomebodyElseAnswersTheAlert() {
    String byHand = SimulatedQuorate.state(here.asking()).operation();
    WorkflowStub incident = here.alert(DOWN);
    state(incident, s -> s.operation().isPresent());

    reject();
    here.pass(Duration.ofMinutes(30));

    assertThat(SimulatedQuorate.state(here.operation()).operation()).isEqualTo(byHand);
    assertThat(state(incident, s -> true).open()).isTrue();
  }

  @Test
  void anAlertIsNotTakenForAnsweredByAnOperationThatNeverHeardOfIt() {
    WorkflowStub lastWords = here.asking();
    WorkflowStub incident = here.alert(DOWN);
    state(incident, s -> s.operation().isPresent());
    lastWords.terminate("it told its end to the incident before this one");
    here.pass(Duration.ofMinutes(2));

    assertThat(askedByAlert().requestedBy()).isEqualTo("alert etcdMembersDown");
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
  void whatContinuesAsNewKeepsItsAlertsAndDoesNotAskAgain() {
    IncidentMemory memory =
        new IncidentMemory(
            DrawnCluster.NOW.minusSeconds(7200),
            ObservationMemory.NONE,
            Optional.of("main.0a1b2c3d"),
            "etcd-1 is lost.",
            List.of(DOWN),
            List.of(DOWN.episode()));
    WorkflowStub incident = here.incident();
    incident.start(SimulatedQuorate.MAIN, memory);
    here.alert(DOWN);
    here.pass(Duration.ofMinutes(30));

    IncidentState state = state(incident, s -> !s.alerts().isEmpty());

    assertThat(state.openedAt()).isEqualTo(memory.openedAt());
    assertThat(state.alerts()).containsExactly(DOWN);
    assertThat(state.operation()).isEqualTo(memory.operation());
    assertThatThrownBy(() -> SimulatedQuorate.state(here.operation()))
        .isInstanceOf(WorkflowNotFoundException.class);
  }

  @Test
  void troubleWithoutARunbookIsWatchedAndSaid() {
    DrawnCluster lost = SimulatedQuorate.oneLost();
    lost.member(2).gone();
    here.cluster.become(lost);
    WorkflowStub incident = here.alert(DOWN);
    here.pass(Duration.ofHours(2));

    IncidentState state = state(incident, s -> !s.finding().startsWith("looking"));

    assertThat(state.open()).isTrue();
    assertThat(state.operation()).isEmpty();
    assertThat(here.history(incident).getHistory().getEventsCount()).isLessThan(3000);
  }

  private OperationState askedByAlert() {
    Instant limit = Instant.now().plusSeconds(20);
    while (true) {
      try {
        return await(here.operation(), Phase.WAITING_FOR_APPROVAL);
      } catch (WorkflowNotFoundException notYet) {
        if (Instant.now().isAfter(limit)) {
          throw notYet;
        }
      }
    }
  }

  private void reject() {
    WorkflowStub operation = here.operation();
    decide(
        operation, decision("dana", Kind.REJECT, digest(operation), "not now"), Optional.empty());
    here.end(operation);
  }

  private static IncidentState state(WorkflowStub incident, Predicate<IncidentState> so) {
    Instant limit = Instant.now().plusSeconds(20);
    IncidentState state = incident.query(IncidentNames.STATE, IncidentState.class);
    while (!so.test(state) && Instant.now().isBefore(limit)) {
      state = incident.query(IncidentNames.STATE, IncidentState.class);
    }
    assertThat(state).matches(so);
    return state;
  }

  private static Alert firing(String name, String fingerprint, Instant startsAt) {
    return new Alert(name, fingerprint, startsAt, true);
  }
}
