package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.record.ObservationMemory;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Text of {@code quorate status} about one look. */
class StatusTextTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  /** The store was emptied after it. */
  @Test
  void theLastDrillIsToldAlsoWhereNoSnapshotIsLeft() {
    Drill drill =
        new Drill(
            "main.db",
            NOW.minus(Duration.ofDays(3)),
            Duration.ofSeconds(41),
            Duration.ofSeconds(38),
            Optional.empty(),
            Optional.empty());
    ClusterView view =
        Drawn.WHOLE
            .at(NOW, ObservationMemory.NONE)
            .protectedBy(Protection.of(List.of(drill), BackupPolicy.NONE));

    assertThat(new StatusText(view, NOW, new Paint(false), List.of(), Optional.empty()).text())
        .contains("No snapshot that could be restored is left.\nLast drill 3 days ago: 41 s, ");
  }
}
