package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.api.history.v1.History;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Temporal warns at 10,240 events or 10 MB, and ends a workflow at five times as much. */
@Timeout(240)
class HistorySizeTest {
  @Test
  void aRecoveryThatWaitedTwoHoursForItsYesIsFarFromTheLimits() {
    try (SimulatedQuorate here = SimulatedQuorate.withLostMember()) {
      WorkflowStub operation = here.asking();
      here.pass(Duration.ofHours(2));
      approve(operation, "dana");
      here.end(operation);

      History history = here.history(operation).getHistory();
      System.err.printf(
          "history of a recovery with a wait of 2 h: %d events, %d bytes%n",
          history.getEventsCount(), history.getSerializedSize());
      assertThat(history.getEventsCount()).isLessThan(3000);
      assertThat(history.getSerializedSize()).isLessThan(3_000_000);
    }
  }
}
