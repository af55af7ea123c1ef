package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Door;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Ends;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.StepState;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Before the last member of an upgrade time is let pass, where everybody can see and end it. */
@Timeout(180)
class SoakTest {
  private final SimulatedQuorate here = SimulatedQuorate.withPatchToCome();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void theLastMemberWaitsUntilTheTimeIsOver() {
    WorkflowStub operation = soaking();
    OperationState soaks = state(operation);
    assertThat(soaks.phase()).isEqualTo(Phase.RUNNING);
    assertThat(soaks.waitingOn()).hasValue("continue");
    assertThat(soak(soaks).progress()).isEqualTo(StepState.Progress.RUNNING);
    assertThat(soak(soaks).evidence().orElseThrow()).startsWith("until ").contains("UTC");

    here.pass(Duration.ofMinutes(9));
    assertThat(here.cluster.done()).filteredOn("switch-release"::equals).hasSize(2);
    here.pass(Duration.ofMinutes(2));

    OperationState last = here.end(operation);
    assertThat(last.phase()).as(last.toString()).isEqualTo(Phase.COMPLETED);
    assertThat(soak(last).evidence()).hasValue("soaked for 10 min");
    assertThat(versions()).containsOnly("3.6.16");
  }

  @Test
  void continueEndsTheWait() {
    WorkflowStub operation = soaking();
    here.pass(Duration.ofSeconds(90));

    assertThat(ask(operation, Verb.CONTINUE, "it looks well").sentence())
        .isEqualTo("It soaks no longer and goes on with the last member.");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(soak(last).evidence().orElseThrow()).endsWith("ended by bob: it looks well");
  }

  @Test
  void anAbortEndsTheWaitAndLeavesTheVersionsMixed() {
    WorkflowStub operation = soaking();

    ask(operation, Verb.ABORT, "it is slow");

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.because())
        .startsWith("Aborted by bob: it is slow. Nothing had to be taken back");
    assertThat(versions()).containsExactlyInAnyOrder("3.6.15", "3.6.16", "3.6.16");
    assertThat(here.view().voting()).hasSize(3);
  }

  @Test
  void aMemberThatDoesNotComeUpGetsTheOldEtcdBackWhenItIsAborted() {
    here.faults.fail("resume-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "exit 2"));
    WorkflowStub operation = here.upgrading();
    await(operation, Phase.PARKED);
    assertThat(state(operation).choices())
        .anyMatch(choice -> choice.sentence().contains("take back what can be taken back"));

    ask(operation, Verb.ABORT, "");

    OperationState last = here.end(operation);
    assertThat(last.because())
        .isEqualTo(
            "Aborted by bob. Quorate did this to go back: Switch etcd-1 from etcd 3.6.16 to 3.6.15;"
                + " Start etcd-1 with its data.");
    assertThat(versions()).containsOnly("3.6.15");
  }

  @Test
  void aPauseDuringTheWaitHoldsTheLastMemberBackAfterIt() {
    WorkflowStub operation = soaking();
    ask(operation, Verb.PAUSE, "");
    here.pass(Duration.ofMinutes(11));

    await(operation, Phase.PAUSED);
    assertThat(here.cluster.done()).filteredOn("switch-release"::equals).hasSize(2);

    ask(operation, Verb.CONTINUE, "");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void theButtonsOfAPauseAndOfAWaitEndNothingElse() {
    WorkflowStub operation = soaking();
    ask(operation, Verb.PAUSE, "");
    assertThat(pressed(operation, Ends.PAUSE).sentence()).isEqualTo("It goes on.");
    Request.Answer again = pressed(operation, Ends.PAUSE);
    assertThat(again.counted()).isFalse();
    assertThat(again.sentence()).startsWith("It is not paused. Continued by dana at ");
    assertThat(state(operation).because()).contains("soaking until");

    ask(operation, Verb.PAUSE, "");
    assertThat(pressed(operation, Ends.WAIT).sentence()).startsWith("It soaks no longer");
    await(operation, Phase.PAUSED);
    ask(operation, Verb.CONTINUE, "");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  private static Request.Answer pressed(WorkflowStub operation, Ends ends) {
    return operation.update(
        OperationNames.REQUEST,
        Request.Answer.class,
        new Request(
            Verb.CONTINUE,
            "dana",
            "",
            Optional.of(Door.SLACK),
            Optional.empty(),
            Optional.of(ends)));
  }

  private WorkflowStub soaking() {
    WorkflowStub operation = here.upgrading();
    await(operation, state -> state.because().contains("soaking until"));
    return operation;
  }

  private static StepState soak(OperationState state) {
    return state.steps().stream().filter(step -> step.name().equals("soak")).findFirst().get();
  }

  private List<String> versions() {
    return here.view().members().stream()
        .flatMap(member -> member.status().stream())
        .map(MemberStatus::version)
        .map(EtcdVersion::toString)
        .toList();
  }
}
