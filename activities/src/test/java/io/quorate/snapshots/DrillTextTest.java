package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SnapshotFlaw;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a catalogue entry says of a restore on trial is read as it was written. */
class DrillTextTest {
  private static final Drill DRILL =
      new Drill(
          "one.db",
          Instant.EPOCH,
          Duration.ofMillis(1_500),
          Duration.ofSeconds(38),
          Optional.empty(),
          Optional.of(Duration.ofMillis(7_400)));

  private final ObjectNode node = new ObjectMapper().createObjectNode();

  @Test
  void aDrillWithALearnerIsReadAsWritten() {
    DrillText.write(DRILL, node);
    assertThat(DrillText.read(node)).contains(DRILL);
  }

  @Test
  void whySnapshotsAreBadIsKeptWithItsKind() {
    Drill bad =
        new Drill(
            "one.db",
            Instant.EPOCH,
            Duration.ZERO,
            Duration.ZERO,
            Optional.of(new SnapshotFlaw(SnapshotFlaw.Kind.NO_BACKUP, "it is no backup")),
            Optional.empty());
    DrillText.write(bad, node);
    assertThat(DrillText.read(node)).contains(bad);
  }

  @Test
  void anEntryWithoutALearnerTimeIsADrillWithoutALearner() {
    DrillText.write(DRILL, node);
    node.remove("learnerMillis");
    Drill read = DrillText.read(node).orElseThrow();
    assertThat(read.verified()).isTrue();
    assertThat(read.learner()).isEmpty();
  }
}
