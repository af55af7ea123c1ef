package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens before there is a plan. */
@Timeout(180)
class AssessingTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void assessingWaitsUntilTheSilenceIsLongEnough() {
    DrawnCluster justNow = SimulatedQuorate.oneLost();
    justNow.member(1).silentFor = Duration.ofSeconds(1);
    here.cluster.become(justNow);

    WorkflowStub operation = here.start();
    here.pass(Duration.ofSeconds(15));

    OperationState asked = SimulatedQuorate.await(operation, Phase.WAITING_FOR_APPROVAL);
    assertThat(asked.round()).isEqualTo(1);
    assertThat(here.looks.taken).hasValueGreaterThan(1);
  }

  @Test
  void assessingGivesUpAfterFiveMinutes() {
    DrawnCluster unconfirmed = SimulatedQuorate.oneLost();
    unconfirmed.source = MembershipSource.LOCAL;
    here.cluster.become(unconfirmed);

    OperationState last = here.end(here.start());

    assertThat(last.phase()).isEqualTo(Phase.REFUSED);
    assertThat(last.because()).startsWith("Not in time: ");
    assertThat(Duration.between(last.requestedAt(), last.since()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(5).plusSeconds(10));
  }

  @Test
  void timeWithoutAWorkerUsesUpNoneOfTheFiveMinutes() {
    DrawnCluster unconfirmed = SimulatedQuorate.oneLost();
    unconfirmed.source = MembershipSource.LOCAL;
    here.cluster.become(unconfirmed);
    here.looks.away.add(Duration.ofHours(1));
    WorkflowStub operation = here.start();
    here.pass(Duration.ofHours(1).plusSeconds(40));

    assertThat(SimulatedQuorate.state(operation).phase()).isEqualTo(Phase.ASSESSING);
    here.cluster.become(SimulatedQuorate.oneLost());
    here.pass(Duration.ofSeconds(40));
    SimulatedQuorate.await(operation, Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void aRefusalEndsTheOperationWithACodeAndACommand() {
    DrawnCluster stopped = DrawnCluster.of(3);
    stopped.member(1).stopped();
    here.cluster.become(stopped);

    OperationState last = here.end(here.start());

    assertThat(last.phase()).isEqualTo(Phase.REFUSED);
    assertThat(last.code()).hasValue("data-is-there");
    assertThat(last.todo()).contains("quorate start member-restart main --member etcd-1");
    assertThat(here.cluster.done()).isEmpty();
  }

  @Test
  void aClusterWithoutAQuorumLeftIsRefused() {
    DrawnCluster lost = SimulatedQuorate.oneLost();
    lost.member(2).gone();
    here.cluster.become(lost);

    assertThat(here.end(here.start()).phase()).isEqualTo(Phase.REFUSED);
  }

  @Test
  void aSecondOperationForTheSameClusterIsRefusedByTemporal() {
    here.asking();

    assertThatThrownBy(here::start).isInstanceOf(WorkflowExecutionAlreadyStarted.class);
  }
}
