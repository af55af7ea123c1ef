package io.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.wire.LossReport;
import io.quorate.wire.NumberOrUnknown;
import io.quorate.wire.ReportJson.OperationJson;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Losses of all operations of an incident together. */
class RemainsTest {
  @Test
  void aLossThatASecondOperationAnnouncesAgainCountsOnce() {
    assertThat(Remains.ofWrites(List.of(losing("playground.29b8aeda"), losing("playground.5d1f"))))
        .hasValue("at least 7 acknowledged writes lost");
  }

  /** A recorded restore that announces the certain loss of seven changes. */
  private static OperationJson losing(String id) {
    OperationJson restore = RecordedIncident.operation(id, "undo.operation");
    LossReport loss = restore.loss().orElseThrow();
    return new OperationJson(
        restore.because(),
        Optional.of(
            new LossReport(
                loss.source(),
                loss.revision(),
                loss.highestSeen(),
                new NumberOrUnknown(Optional.of(7L)),
                loss.possiblyLost(),
                loss.window(),
                loss.lines(),
                loss.highestIndex())),
        restore.warnings(),
        restore.timeline(),
        restore.causes(),
        restore.begin(),
        restore.end());
  }
}
