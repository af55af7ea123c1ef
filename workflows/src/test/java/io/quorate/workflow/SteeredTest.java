package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Door;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.Steered;
import io.quorate.operation.Steered.Deed;
import io.quorate.operation.Taken;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verbs of people, with who, door and reason, and buttons that are spent. */
@Timeout(180)
class SteeredTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  /** A pause while a question is open was in neither {@code show}, page nor Slack. */
  @Test
  void everyVerbIsKeptWithWhoDoorAndReason() {
    WorkflowStub operation = here.asking();
    asked(operation, Verb.PAUSE, "dana", Door.PAGE, "lunch", Optional.empty());
    operation.update(
        OperationNames.TAKE, Request.Answer.class, new Taken("robin", "Slack", Instant.EPOCH));
    asked(operation, Verb.ABORT, "dana", Door.SLACK, "wrong host", Optional.empty());

    OperationState last = here.end(operation);

    assertThat(last.steered())
        .extracting(Steered::deed)
        .containsExactly(Deed.PAUSE_ASKED, Deed.TAKEN, Deed.ABORTED);
    assertThat(last.steered().getFirst().line())
        .startsWith("Pause asked by dana at ")
        .endsWith(" UTC, page: lunch. It will pause before its next step.");
    assertThat(last.steered().get(1).door()).contains(Door.SLACK);
    assertThat(last.taken().orElseThrow().door()).isEqualTo("Slack");
  }

  /** An abort before the approval lost its reason. */
  @Test
  void anAbortBeforeTheApprovalKeepsItsReason() {
    WorkflowStub operation = here.asking();
    ask(operation, Verb.ABORT, "wrong host");
    assertThat(here.end(operation).because())
        .startsWith("Aborted by bob before the approval: wrong host. Nothing was changed.");
  }

  @Test
  void theButtonOfAnOldParkIsSpentAndSaysWhoWasFirst() {
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "port"));
    here.faults.fail("promote-learner", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "slow"));
    WorkflowStub operation = here.asking();
    approve(operation, "dana");
    OperationState first = await(operation, Phase.PARKED);
    Optional<String> place = Optional.of(first.place());
    assertThat(asked(operation, Verb.RETRY, "dana", Door.SLACK, "", place).counted()).isTrue();
    OperationState second =
        await(operation, now -> now.phase() == Phase.PARKED && !now.place().equals(first.place()));

    Request.Answer late = asked(operation, Verb.RETRY, "robin", Door.SLACK, "", place);

    assertThat(late.counted()).isFalse();
    assertThat(late.sentence())
        .startsWith(
            "Not recorded: somebody has used this button already, or the operation has moved on."
                + " Retried by dana at ")
        .contains("It is parked, stopped at step ");
    assertThat(state(operation).place()).isEqualTo(second.place());
    assertThat(state(operation).steered().getFirst().stop().orElseThrow())
        .startsWith("stopped at step 7 of 10, Start etcd-1");
    ask(operation, Verb.RETRY, "");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void nothingElseIsTakenOnceAnAbortWasRecorded() throws Exception {
    here.faults.hold("add-learner");
    WorkflowStub operation = here.approved();
    here.faults.awaitReached("add-learner");
    asked(operation, Verb.ABORT, "dana", Door.SLACK, "wrong host", Optional.empty());

    for (Verb verb : Verb.values()) {
      Request.Answer late = asked(operation, verb, "robin", Door.SLACK, "mine", Optional.empty());
      assertThat(late.counted()).as(verb.name()).isFalse();
      assertThat(late.sentence()).contains("Aborted by dana at ");
    }
    here.faults.release("add-learner");
    assertThat(here.end(operation).because()).startsWith("Aborted by dana");
  }

  private static Request.Answer asked(
      WorkflowStub operation,
      Verb verb,
      String by,
      Door door,
      String reason,
      Optional<String> place) {
    return operation.update(
        OperationNames.REQUEST,
        Request.Answer.class,
        new Request(verb, by, reason, Optional.of(door), place));
  }
}
