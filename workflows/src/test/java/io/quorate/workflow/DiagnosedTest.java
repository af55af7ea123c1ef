package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.Restraint;
import io.quorate.record.ObservationMemory;
import io.quorate.workflow.Diagnosed.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cases in which a restraint holds a proposal back. */
class DiagnosedTest {
  private static final Instant NOW = Instant.parse("2026-11-30T03:00:00Z");

  @Test
  void aRepairWaitsUntilTheTimeOfTheRestraint() {
    assertThat(found(Optional.of(0), Optional.empty()).heldBack(NOW)).isPresent();
    assertThat(found(Optional.empty(), Optional.empty()).heldBack(NOW)).isPresent();
    assertThat(found(Optional.of(0), Optional.empty()).heldBack(NOW.plusSeconds(60))).isEmpty();
  }

  @Test
  void aLossOfQuorumIsNeverHeldBack() {
    assertThat(found(Optional.of(-1), Optional.empty()).heldBack(NOW)).isEmpty();
  }

  @Test
  void aClusterThatTakesNoWritesIsNeverHeldBack() {
    assertThat(found(Optional.of(1), Optional.of(NOW.minusSeconds(5))).heldBack(NOW)).isEmpty();
  }

  private static Diagnosed found(Optional<Integer> margin, Optional<Instant> writesFailSince) {
    return new Diagnosed(
        "no-space",
        "The database is full.",
        Verdict.IN_TROUBLE,
        Optional.of("clear-nospace"),
        ObservationMemory.NONE,
        "no-space: ",
        Optional.empty(),
        writesFailSince,
        margin,
        Optional.of(new Restraint(Restraint.Kind.HOUR_OF_QUIET, "Not yet.", NOW.plusSeconds(60))));
  }
}
