package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When an incident can be asked to propose again. */
class IncidentStateTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  @ParameterizedTest
  @EnumSource(names = {"PROPOSING_AGAIN", "ANSWERED", "NO_ALERT"})
  void unmendedTroubleWithARunbookIsAskedAgain(IncidentCourse course) {
    assertThat(in(Optional.of(course)).canAskAgain()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"BLIND", "NO_RUNBOOK"})
  void troubleThatNothingCanBeProposedForIsNotAskedAgain(IncidentCourse course) {
    assertThat(in(Optional.of(course)).canAskAgain()).isFalse();
  }

  @Test
  void anOlderStateWithoutItsCourseIsAskedAgain() {
    assertThat(in(Optional.empty()).canAskAgain()).isTrue();
  }

  private static IncidentState in(Optional<IncidentCourse> course) {
    return new IncidentState(
        new ClusterKey("payments"),
        NOW,
        true,
        "etcd-1 is lost.",
        "",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        Optional.empty(),
        Optional.of(NOW),
        Optional.empty(),
        Optional.empty(),
        course);
  }
}
