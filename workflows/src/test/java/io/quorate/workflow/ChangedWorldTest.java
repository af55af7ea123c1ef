package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.World;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Limits;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The world does not wait for people. */
@Timeout(180)
class ChangedWorldTest {
  private static final MemberName LOST = new MemberName("etcd-1");
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aWorldThatChangesWhilePeopleThinkVoidsTheQuestionAndAsksAnew() {
    WorkflowStub operation = here.asking();
    String old = digest(operation);
    here.cluster.befall(view -> view.projected().removed(LOST));

    here.pass(Duration.ofSeconds(61));
    OperationState asked = await(operation, s -> s.round() == 2 && s.openApproval().isPresent());

    assertThat(asked.approvals())
        .extracting(Approval::state)
        .containsExactly(Approval.State.VOID, Approval.State.OPEN);
    assertThat(asked.approvals().get(0).because().orElseThrow())
        .startsWith("The plan would be another one now: before etcd-1 voter")
        .contains("now etcd-1 not in the membership");
    assertThat(asked.approvals().get(1).because()).isEmpty();
    assertThat(digest(operation)).isNotEqualTo(old);
    assertThat(asked.notices()).anyMatch(n -> n.contains("now etcd-1 not in the membership"));
    DecisionAnswer late =
        decide(operation, decision("dana", Kind.APPROVE, old, ""), Optional.empty());
    assertThat(late.counted()).isFalse();
    assertThat(late.sentence())
        .startsWith("Not recorded: the plan changed since. The new plan has digest ")
        .contains(digest(operation).substring(0, 8));
    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void questionsThatAreVoidedUseUpNoRounds() {
    WorkflowStub operation = here.asking();
    int more = Limits.STANDARD.rounds() + 1;
    for (int voided = 1; voided <= more; voided++) {
      DrawnCluster another = SimulatedQuorate.oneLost();
      another.member(1).id = new MemberId(0xc000 + voided);
      here.cluster.become(another);
      here.pass(Duration.ofSeconds(61));
      int round = voided + 1;
      await(operation, s -> s.round() == round && s.openApproval().isPresent());
    }

    approve(operation, "dana");

    OperationState last = here.end(operation);
    assertThat(last.phase()).as(last.because()).isEqualTo(Phase.COMPLETED);
    assertThat(last.approvals())
        .filteredOn(asked -> asked.state() == Approval.State.VOID)
        .hasSize(more);
  }

  /** The cause may be a supervisor that starts a member again and again. */
  @Test
  void aQuestionThatTheClusterVoidsAgainAndAgainIsNotAskedForEver() {
    WorkflowStub operation = here.asking();
    for (int voided = 1; voided < 5; voided++) {
      turn(voided);
      int round = voided + 1;
      await(operation, s -> s.round() == round && s.openApproval().isPresent());
    }
    turn(5);

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.STOPPED);
    assertThat(last.because())
        .startsWith(
            "The same question was void 3 times, so this operation stops asking it. The"
                + " plan would")
        .contains("now etcd-1 voter", "Then: ", "now etcd-1 not in the membership")
        .contains("Something besides Quorate changes the cluster to and fro.")
        .endsWith("then start this again. Nothing was changed.");
    assertThat(last.approvals()).extracting(Approval::state).containsOnly(Approval.State.VOID);
  }

  private void turn(int time) {
    if (time % 2 == 1) {
      here.cluster.befall(view -> view.projected().removed(LOST));
    } else {
      here.cluster.become(SimulatedQuorate.oneLost());
    }
    here.pass(Duration.ofSeconds(61));
  }

  @Test
  void aMemberThatComesBackWhilePeopleThinkEndsItAsNotNeeded() {
    WorkflowStub operation = here.asking();
    here.cluster.befall(view -> World.answering(view, LOST));

    OperationState last = here.end(operation);

    assertThat(last.phase()).as(last.because()).isIn(Phase.NOT_NEEDED, Phase.STOPPED);
    assertThat(last.approvals().get(0).state()).isEqualTo(Approval.State.VOID);
    assertThat(here.cluster.done()).containsExactly("save-snapshot");
  }

  @Test
  void aMembershipThatSomebodyElseChangesIsPrescribedAnewWithTheDifference() {
    here.faults.fail("remove-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "gone: x"));
    WorkflowStub operation = here.approved();

    OperationState asked = await(operation, s -> s.round() == 2 && s.openApproval().isPresent());

    assertThat(asked.notices()).contains("The question before does not count any more. gone: x");
    assertThat(asked.approvals().get(0).state()).isEqualTo(Approval.State.VOID);
    assertThat(asked.approvals().get(0).because()).hasValue("gone: x");
    assertThat(asked.approvals().get(0).decisions()).hasSize(1);
    assertThat(here.cluster.done()).doesNotContain("remove-member");
    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aYesIsNotHeldUpByALookThatHangs() throws Exception {
    WorkflowStub operation = here.asking();
    here.looks.hold();
    here.pass(Duration.ofSeconds(31));
    here.looks.awaitHeld();

    approve(operation, "dana");
    await(operation, s -> s.phase() == Phase.RUNNING);
    await(operation, s -> here.cluster.done().contains("remove-member"));

    here.looks.release();
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }
}
