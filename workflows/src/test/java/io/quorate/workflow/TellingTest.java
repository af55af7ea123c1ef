package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The channel to people is beside the work and never in its way. */
@Timeout(60)
class TellingTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aChannelThatIsAwayForAnHourIsSaidAndThenToldTheNewestStateOnly() {
    here.channel.away = true;
    WorkflowStub operation = here.asking();
    here.pass(Duration.ofHours(1));

    assertThat(state(operation).notices())
        .anyMatch(n -> n.startsWith("People could not be told: Slack answers 503."));
    assertThat(here.channel.tries.get()).isBetween(50, 80);

    here.channel.away = false;
    here.pass(Duration.ofMinutes(2));

    assertThat(here.channel.told).hasSizeBetween(1, 3);
    assertThat(here.channel.last().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(state(operation).notices()).isEmpty();
  }

  @Test
  void theWorkGoesOnWithoutTheChannelAndTheEndWaits20SecondsAtMost() {
    here.channel.away = true;
    WorkflowStub operation = here.approved();
    OperationState completed = await(operation, Phase.COMPLETED);
    int triesSoFar = here.channel.tries.get();

    OperationState last = here.end(operation);

    Instant closed = operation.describe().getCloseTime();
    assertThat(Duration.between(completed.since(), closed))
        .isBetween(Duration.ofSeconds(19), Duration.ofSeconds(21));
    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.channel.tries.get() - triesSoFar).isLessThan(15);
  }

  @Test
  void theLastStateIsTold() {
    WorkflowStub operation = here.asking();
    approve(operation, "dana");

    OperationState last = here.end(operation);

    assertThat(here.channel.last()).isEqualTo(last);
  }
}
