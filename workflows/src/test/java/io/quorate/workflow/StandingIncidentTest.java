package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.incidentState;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentState;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Findings of the watch keep the incident of a whole cluster open. */
@Timeout(180)
class StandingIncidentTest {
  private static final Instant NOW = DrawnCluster.NOW;

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @BeforeEach
  void beWhole() {
    here.cluster.become(DrawnCluster.of(3));
  }

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theIncidentSaysTheSentenceOfTheFindingAndEndsWithTheFinding() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(7200)));
    here.pass(Duration.ofMinutes(30));

    IncidentState state = incidentState(incident, s -> s.timesTold() == 1);
    assertThat(state.open()).isTrue();
    assertThat(state.finding()).isEqualTo("The leader changes again and again.");
    assertThat(state.doing()).startsWith("No runbook of this release answers it");
    assertThat(state.operation()).isEmpty();

    here.alert(finding(false, NOW.plusSeconds(7200)));
    here.awaitClosed(incident, Duration.ofMinutes(2));
    assertThat(here.diagnoses.comparing).as("nobody doubts the data").containsOnly(false);
    assertThat(incident.getResult(IncidentState.class).finding())
        .startsWith("The finding leader-flapping is over. It stood for ")
        .contains(" UTC, and said: the leader changes again and again. ")
        .endsWith(" All 3 voters vote, etcd-0 leads.");
  }

  @Test
  void aFindingThatIsToldAgainIsOneFinding() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(7200)));
    here.alert(finding(true, NOW.plusSeconds(9000)));
    here.pass(Duration.ofMinutes(30));

    IncidentState state = incidentState(incident, s -> s.timesTold() > 0);
    assertThat(state.timesTold()).isEqualTo(1);
    assertThat(state.alerts()).hasSize(1);
  }

  @Test
  void aFindingThatBecomesUrgentForASecondMemberIsToldOnceMore() {
    try (SimulatedQuorate replaying = SimulatedQuorate.withForgetfulWorker()) {
      replaying.cluster.become(DrawnCluster.of(3));
      WorkflowStub incident = replaying.alert(nextStart("etcd-1", "now"));
      replaying.alert(nextStart("etcd-2", "soon"));
      replaying.pass(Duration.ofMinutes(30));
      assertThat(incidentState(incident, s -> s.timesTold() > 0).timesTold()).isEqualTo(1);

      replaying.alert(nextStart("etcd-2", "now"));
      replaying.pass(Duration.ofMinutes(30));
      replaying.alert(nextStart("etcd-1", "now"));
      replaying.pass(Duration.ofHours(2));

      assertThat(incidentState(incident, s -> s.timesTold() > 1).timesTold()).isEqualTo(2);
    }
  }

  @Test
  void aCertificateThatBecomesUrgentAtASecondPortIsToldOnceMore() {
    try (SimulatedQuorate replaying = SimulatedQuorate.withForgetfulWorker()) {
      replaying.cluster.become(DrawnCluster.of(3));
      WorkflowStub incident = replaying.alert(certificate("the client port of etcd-1"));
      replaying.pass(Duration.ofMinutes(30));
      assertThat(incidentState(incident, s -> s.timesTold() > 0).timesTold()).isEqualTo(1);

      Alert both = certificate("the client port of etcd-1", "the peer port of etcd-1");
      replaying.alert(both);
      replaying.pass(Duration.ofMinutes(30));
      replaying.alert(both);
      replaying.pass(Duration.ofHours(2));

      assertThat(incidentState(incident, s -> s.timesTold() > 1).timesTold()).isEqualTo(2);
    }
  }

  private static Alert certificate(String... ports) {
    return new Alert(
        "QuorateWatchCertificate",
        "quorate-watch/certificate",
        NOW,
        true,
        Optional.of(
            new Alert.Standing(
                "certificate",
                "",
                "Certificates end: " + String.join("; ", ports) + ".",
                NOW.plusSeconds(36_000),
                Optional.of("now"),
                Optional.empty(),
                Optional.of(List.of(ports)))));
  }

  @Test
  void aFindingThatEndsAfterItWasSilencedIsOver() {
    Alert other = nextStart("etcd-2", "soon");
    WorkflowStub incident = here.alert(nextStart("etcd-1", "soon"));
    here.alert(other);
    here.alert(over(nextStart("etcd-1", "soon"), Optional.of("silenced by dana")));
    here.pass(Duration.ofMinutes(30));
    here.alert(over(nextStart("etcd-1", "soon"), Optional.empty()));
    here.alert(over(nextStart("etcd-0", "soon"), Optional.empty()));
    here.alert(over(other, Optional.empty()));
    here.awaitClosed(incident, Duration.ofMinutes(2));

    assertThat(incident.getResult(IncidentState.class).finding())
        .contains("next-start of etcd-1 is over.", "next-start of etcd-2 is over.")
        .doesNotContain("silenced by dana")
        .as("never heard of before")
        .doesNotContain("etcd-0 is over");
  }

  private static Alert over(Alert alert, Optional<String> untold) {
    Alert.Standing what = alert.standing().orElseThrow();
    return new Alert(
        alert.name(),
        alert.fingerprint(),
        alert.startsAt(),
        false,
        Optional.of(
            new Alert.Standing(
                what.kind(),
                what.subject(),
                what.sentence(),
                what.until(),
                what.urgency(),
                untold)));
  }

  @Test
  void theFindingThatIsUrgentComesFirst() {
    WorkflowStub incident = here.alert(nextStart("etcd-1", "soon"));
    here.alert(nextStart("etcd-2", "now"));

    assertThat(incidentState(incident, s -> s.finding().contains("etcd-1")).finding())
        .startsWith("At its next start etcd-2");
  }

  @Test
  void anAlertAboutTheSameTroubleJoinsTheIncident() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(7200)));
    incidentState(incident, s -> s.alerts().size() == 1);
    here.alert(new Alert("etcdHighNumberOfLeaderChanges", "f1", NOW, true));
    here.pass(Duration.ofMinutes(10));

    IncidentState state = incidentState(incident, s -> s.alerts().size() == 2);
    assertThat(state.open()).isTrue();
    assertThat(state.finding()).isEqualTo("The leader changes again and again.");
  }

  @Test
  void aFindingThatNobodyRepeatsIsOverInTheEnd() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(3600)));
    incidentState(incident, s -> s.alerts().size() == 1);
    here.awaitClosed(incident, Duration.ofMinutes(62));
  }

  @Test
  void troubleOfTheClusterComesBeforeTheFinding() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(7200)));
    incidentState(incident, s -> s.alerts().size() == 1);
    here.cluster.become(SimulatedQuorate.oneLost());
    here.pass(Duration.ofMinutes(1));

    IncidentState state = incidentState(incident, s -> s.finding().contains("etcd-1"));
    assertThat(here.askedByAlert().runbook()).isEqualTo("minority-replace");
    assertThat(state.open()).isTrue();
  }

  @Test
  void theIncidentOfAClusterThatNoWorkerKnowsClosesAfterAnHour() {
    WorkflowStub incident = here.alert(finding(true, NOW.plusSeconds(36_000)));
    incidentState(incident, s -> s.alerts().size() == 1);
    here.diagnoses.failure =
        Optional.of(
            ApplicationFailure.newNonRetryableFailure(
                "no cluster main is configured on this worker", FailureTypes.UNKNOWN_CLUSTER));
    here.pass(Duration.ofMinutes(50));
    assertThat(incidentState(incident, s -> s.finding().contains("is configured")).open()).isTrue();

    here.awaitClosed(incident, Duration.ofMinutes(15));

    assertThat(incident.getResult(IncidentState.class).finding())
        .isEqualTo(
            "No worker has had this cluster in its configuration for an hour, so nobody looks at it"
                + " any more.");
  }

  private static Alert finding(boolean firing, Instant until) {
    return new Alert(
        "QuorateWatchLeaderFlapping",
        "quorate-watch/leader-flapping",
        NOW,
        firing,
        Optional.of(
            new Alert.Standing(
                "leader-flapping",
                "",
                "The leader changes again and again.",
                until,
                Optional.empty(),
                Optional.empty())));
  }

  private static Alert nextStart(String member, String urgency) {
    return new Alert(
        "QuorateWatchNextStart",
        "quorate-watch/next-start/" + member,
        NOW,
        true,
        Optional.of(
            new Alert.Standing(
                "next-start",
                member,
                "At its next start " + member + " would get another directory.",
                NOW.plusSeconds(36_000),
                Optional.of(urgency),
                Optional.empty())));
  }
}
