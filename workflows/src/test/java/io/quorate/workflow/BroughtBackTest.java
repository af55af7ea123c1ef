package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operation rests while it keeps a member stopped, and another one dies. */
@Timeout(180)
class BroughtBackTest {
  private static final String STARTED = "It was started where it was";

  private final SimulatedQuorate here = SimulatedQuorate.withPatchToCome();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void whileItIsParkedTheStoppedMemberComesBackWithoutAnybody() {
    here.faults.fail("switch-release", 1, failure(FailureTypes.REFUSED, "no such release"));
    WorkflowStub operation = here.upgrading();
    await(operation, Phase.PARKED);
    assertThat(here.cluster.done()).endsWith("stop-member");

    here.cluster.befall(BroughtBackTest::anotherDies);

    passUntil(operation, BroughtBackTest::saysSo);
    assertThat(here.cluster.done()).contains("resume-member").doesNotContain("switch-release");
    assertThat(here.view().margin()).isZero();
  }

  @Test
  void whileItIsPausedTheStoppedMemberComesBackWithoutAnybody() throws Exception {
    WorkflowStub operation = paused();

    here.cluster.befall(BroughtBackTest::anotherDies);

    passUntil(operation, BroughtBackTest::saysSo);
    assertThat(here.cluster.done()).contains("resume-member").doesNotContain("switch-release");
    assertThat(here.view().margin()).isZero();
  }

  @Test
  void aStartThatFailsIsToldAndTriedAgain() throws Exception {
    here.faults.fail("resume-member", 1, failure(FailureTypes.REFUSED, "its port is taken"));
    WorkflowStub operation = paused();

    here.cluster.befall(BroughtBackTest::anotherDies);

    passUntil(operation, BroughtBackTest::saysSo);
    assertThat(here.cluster.done()).containsOnlyOnce("resume-member");
  }

  @Test
  void nobodyComesBackWhileTheOthersHoldQuorumAndThePauseEndsAsBefore() throws Exception {
    WorkflowStub operation = paused();
    here.pass(Duration.ofMinutes(10));
    assertThat(state(operation).notices()).isEmpty();
    assertThat(here.cluster.done()).endsWith("stop-member");

    ask(operation, Verb.CONTINUE, "");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  private WorkflowStub paused() throws InterruptedException {
    here.faults.hold("stop-member");
    WorkflowStub operation = here.upgrading();
    here.faults.awaitReached("stop-member");
    ask(operation, Verb.PAUSE, "");
    here.faults.release("stop-member");
    await(operation, Phase.PAUSED);
    return operation;
  }

  private static ApplicationFailure failure(String type, String because) {
    return SimulatedCluster.failure(type, because);
  }

  /** One of the two that vote, and not the leader, so that the other still names one. */
  private static ClusterView anotherDies(ClusterView view) {
    Member victim =
        view.voting().stream()
            .filter(voter -> !view.leader().equals(Optional.of(voter)))
            .findFirst()
            .orElseThrow();
    return view.projected().silent(victim.name());
  }

  private static boolean saysSo(OperationState state) {
    return state.notices().stream().anyMatch(notice -> notice.contains(STARTED));
  }

  private void passUntil(WorkflowStub operation, Predicate<OperationState> so) {
    for (int looks = 0; looks < 40 && !so.test(state(operation)); looks++) {
      here.pass(Duration.ofSeconds(10));
    }
    assertThat(so.test(state(operation))).as("%s", state(operation)).isTrue();
  }
}
