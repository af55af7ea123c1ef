package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Operations that may make their cluster look troubled. */
class OperationStateTest {
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");

  @Test
  void anOperationAtWorkMayBeTheCause() {
    assertThat(isCause("minority-replace", Phase.RUNNING, Progress.RUNNING, Optional.empty()))
        .isTrue();
  }

  @Test
  void anOperationThatHasChangedNothingIsNotTheCause() {
    assertThat(isCause("minority-replace", Phase.RUNNING, Progress.PENDING, Optional.empty()))
        .isFalse();
  }

  @Test
  void anOperationThatWaitsForPeopleIsNotTheCause() {
    assertThat(isCause("minority-replace", Phase.PARKED, Progress.FAILED, Optional.empty()))
        .isFalse();
  }

  @Test
  void aSoakIsNotTheCause() {
    assertThat(isCause("rolling-upgrade", Phase.RUNNING, Progress.DONE, Optional.of("a soak")))
        .isFalse();
  }

  @Test
  void aRehearsalIsNotTheCause() {
    assertThat(isCause("rehearsal", Phase.RUNNING, Progress.RUNNING, Optional.empty())).isFalse();
  }

  @Test
  void anOperationThatChangedSomethingLatelyMayHaveMovedTheLeader() {
    OperationState parked =
        operation("rolling-upgrade", Phase.PARKED, Progress.DONE, Optional.of("a soak"));
    assertThat(parked.hasChangedSince(NOON.minusSeconds(60))).isTrue();
    assertThat(parked.hasChangedSince(NOON.plusSeconds(60))).isFalse();
  }

  private static boolean isCause(
      String runbook, Phase phase, Progress change, Optional<String> waitingOn) {
    return operation(runbook, phase, change, waitingOn).mayTroubleItsCluster();
  }

  private static OperationState operation(
      String runbook, Phase phase, Progress change, Optional<String> waitingOn) {
    return new OperationState(
        "payments.a1b2c3d4",
        new ClusterKey("payments"),
        runbook,
        "payments: " + runbook,
        "dana",
        NOON,
        phase,
        "it goes on",
        NOON,
        1,
        waitingOn,
        Optional.empty(),
        List.of(
            new StepState(
                "remove-member",
                "Remove member etcd-1",
                Hazard.IRREVERSIBLE,
                change,
                Optional.of(NOON.minusSeconds(5)),
                Optional.of(NOON),
                Optional.empty())),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.PERSON,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
