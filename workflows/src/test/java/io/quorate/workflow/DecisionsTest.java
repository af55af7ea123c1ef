package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.approval.Approval;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.approval.Decision;
import io.quorate.approval.Decision.Kind;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.approval.Electorate;
import io.quorate.approval.Requirement;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.step.Hazard;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may decide, and what becomes of it. */
@Timeout(180)
class DecisionsTest {
  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aNoEndsTheOperationWithNameAndReasonAndChangesNothing() {
    WorkflowStub operation = here.asking();

    decide(
        operation,
        decision("dana", Kind.REJECT, digest(operation), "I know this disk"),
        Optional.empty());

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.REJECTED);
    assertThat(last.because()).contains("dana", "I know this disk", "Nothing was changed");
    assertThat(here.cluster.done()).containsExactly("save-snapshot");
  }

  @Test
  void aQuestionThatNobodyAnswersExpiresAfterFourHoursAndChangesNothing() {
    WorkflowStub operation = here.asking();

    here.awaitClosed(operation, Duration.ofMinutes(1));
    OperationState last = here.end(operation);

    assertThat(last.phase()).isEqualTo(Phase.EXPIRED);
    Approval asked = last.approvals().get(0);
    assertThat(Duration.between(asked.question().askedAt(), last.since()))
        .isBetween(Duration.ofHours(4), Duration.ofHours(4).plusSeconds(5));
    assertThat(here.cluster.done()).containsExactly("save-snapshot");
  }

  @Test
  void anExpiredQuestionNamesWhoSaidYes() {
    here.policy(
        new ApprovalPolicy(
            Map.of(Hazard.IRREVERSIBLE, Requirement.anybody(2)), Duration.ofMinutes(10)));
    WorkflowStub operation = here.asking();
    approve(operation, "dana");

    here.awaitClosed(operation, Duration.ofMinutes(1));

    assertThat(here.end(operation).because())
        .startsWith("Nobody answered in time beside dana (")
        .contains("Nothing was changed.");
  }

  @Test
  void theRequesterCannotApproveAndTheAttemptIsKept() {
    WorkflowStub operation = here.asking();

    DecisionAnswer answer = approve(operation, "Alice");

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).startsWith("You asked for this");
    assertThat(state(operation).phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(state(operation).approvals().get(0).refused())
        .extracting(refused -> refused.decision().by())
        .containsExactly("Alice");
  }

  @Test
  void theDecisionOfAStrangerEntersTheHistoryOnce() {
    WorkflowStub operation = here.asking();
    Decision stranger = stranger(digest(operation), "mallory", DrawnCluster.NOW);

    DecisionAnswer first = decide(operation, stranger, Optional.empty());
    for (int time = 0; time < 20; time++) {
      assertThatThrownBy(() -> decide(operation, stranger, Optional.empty()))
          .isInstanceOf(WorkflowUpdateException.class)
          .hasStackTraceContaining("mallory is not an approver of this installation.");
    }

    assertThat(first.counted()).isFalse();
    assertThat(accepted(operation)).isEqualTo(1);
    assertThat(state(operation).approvals().get(0).refused())
        .extracting(refused -> refused.decision().by())
        .containsExactly("mallory");
  }

  @Test
  void strangersOfManyNamesUseUpFewUpdates() {
    WorkflowStub operation = here.asking();

    for (int name = 0; name < 30; name++) {
      Decision stranger = stranger(digest(operation), "m" + name, now());
      try {
        assertThat(decide(operation, stranger, Optional.empty()).counted()).isFalse();
      } catch (WorkflowUpdateException refused) {
        assertThat(refused).hasStackTraceContaining("is not an approver of this installation.");
      }
    }

    assertThat(accepted(operation)).isEqualTo(20);
    assertThat(state(operation).approvals().get(0).refused()).hasSize(20);
    assertThat(approve(operation, "dana").counted()).isTrue();
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  private long accepted(WorkflowStub operation) {
    return here.history(operation).getEvents().stream()
        .filter(HistoryEvent::hasWorkflowExecutionUpdateAcceptedEventAttributes)
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[]",
        "\"yes\"",
        "{\"digest\": null, \"by\": \"dana\", \"groups\": [\"oncall\"]}",
        "{\"digest\": \"12345678\", \"by\": \"dana\", \"groups\": [\"oncall\"],"
            + " \"door\": \"SLACK\", \"kind\": \"MAYBE\"}"
      })
  void aMalformedDecisionIsRefusedBeforeItIsTaken(String json) {
    WorkflowStub operation = here.asking();

    assertThatThrownBy(
            () -> operation.update(OperationNames.DECIDE, Object.class, new Opaque(json)))
        .isInstanceOf(WorkflowUpdateException.class);
    assertThatThrownBy(
            () -> operation.update(OperationNames.REQUEST, Object.class, new Opaque(json)))
        .isInstanceOf(WorkflowUpdateException.class);

    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aDecisionSentAsASignalCountsOnceWithItsUpdate() {
    here.policy(
        new ApprovalPolicy(
            Map.of(Hazard.IRREVERSIBLE, new Requirement(2, Optional.of("oncall"))),
            Duration.ofHours(4)));
    WorkflowStub operation = here.asking();
    Decision yes = decision("dana", Kind.APPROVE, digest(operation), "");

    operation.signal(OperationNames.DECIDED, "click-1", yes);
    await(operation, s -> !s.approvals().get(0).decisions().isEmpty());
    DecisionAnswer again = decide(operation, yes, Optional.of("click-1"));
    operation.signal(OperationNames.DECIDED, "click-1", yes);

    assertThat(again.sentence()).isEqualTo("Recorded: 1 of 2. One more of oncall is needed.");
    assertThat(state(operation).approvals().get(0).decisions()).hasSize(1);
    Decision second = decision("erin", Kind.APPROVE, digest(operation), "");
    operation.signal(OperationNames.DECIDED, "click-2", second);
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aSignalOfAStrangerOrOfNobodyChangesNothing() {
    WorkflowStub operation = here.asking();
    Decision stranger = stranger(digest(operation), "mallory", DrawnCluster.NOW);

    operation.signal(OperationNames.DECIDED, "click-1", stranger);
    operation.signal(OperationNames.DECIDED, "click-2", "nonsense");
    operation.signal(OperationNames.REQUESTED, "click-3", Map.of("verb", "EXPLODE"));
    operation.signal(
        OperationNames.REQUESTED,
        "click-4",
        new Request(Request.Verb.ABORT, "bob", "enough", Optional.empty(), Optional.empty()));

    OperationState last = here.end(operation);
    assertThat(last.phase()).isEqualTo(Phase.ABORTED);
    assertThat(last.approvals().get(0).decisions()).isEmpty();
  }

  @Test
  void aYesToAnotherPlanDoesNotCount() {
    WorkflowStub operation = here.asking();

    DecisionAnswer answer =
        decide(operation, decision("dana", Kind.APPROVE, "0123456789abcdef", ""), Optional.empty());

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).contains(digest(operation).substring(0, 8));
  }

  @Test
  void theSameClickSentTwiceCountsOnceWhereTwoHaveToAgree() {
    here.policy(
        new ApprovalPolicy(
            Map.of(Hazard.IRREVERSIBLE, new Requirement(2, Optional.of("oncall"))),
            Duration.ofHours(4)));
    WorkflowStub operation = here.asking();
    Decision yes = decision("dana", Kind.APPROVE, digest(operation), "");

    DecisionAnswer first = decide(operation, yes, Optional.of("click-1"));
    DecisionAnswer again = decide(operation, yes, Optional.of("click-1"));
    decide(operation, yes, Optional.of("click-2"));

    assertThat(first.sentence()).isEqualTo("Recorded: 1 of 2. One more of oncall is needed.");
    assertThat(again).isEqualTo(first);
    assertThat(state(operation).phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(approve(operation, "erin").sentence()).startsWith("Recorded: 2 of 2.");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void theAnswerToALateDecisionNamesThePersonWhoDecided() {
    WorkflowStub operation = here.asking();
    here.faults.hold("hold-member");
    String digest = digest(operation);
    approve(operation, "dana");

    DecisionAnswer late =
        decide(operation, decision("erin", Kind.REJECT, digest, "no"), Optional.empty());
    here.faults.release("hold-member");

    assertThat(late.counted()).isFalse();
    assertThat(late.sentence()).contains("already approved by dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aYesOlderThan15MinutesWithNothingBegunIsVoid() {
    WorkflowStub operation = here.asking();
    SimulatedQuorate.ask(operation, Request.Verb.PAUSE, "");
    approve(operation, "dana");
    await(operation, Phase.PAUSED);
    here.pass(Duration.ofMinutes(16));

    SimulatedQuorate.ask(operation, Request.Verb.CONTINUE, "");

    OperationState asked = await(operation, s -> s.approvals().size() == 2);
    assertThat(asked.approvals())
        .extracting(Approval::state)
        .containsExactly(Approval.State.VOID, Approval.State.OPEN);
    assertThat(asked.notices()).anyMatch(notice -> notice.contains("older than 15 minutes"));
    assertThat(asked.approvals().get(0).because().orElseThrow()).contains("older than 15 minutes");
    assertThat(here.cluster.done()).doesNotContain("hold-member", "remove-member");
  }

  @Test
  void aYesThatWaitedForAWorkerIsAsOldAsTheClick() {
    WorkflowStub operation = here.asking();
    Decision clicked = inSlack(digest(operation), "dana", "", now());
    here.pass(Duration.ofMinutes(16));

    operation.signal(OperationNames.DECIDED, "click-1", clicked);

    OperationState asked = await(operation, s -> s.approvals().size() == 2);
    assertThat(asked.approvals().get(0).decisions().get(0).at()).isEqualTo(clicked.at());
    assertThat(asked.approvals().get(0).because().orElseThrow()).contains("older than 15 minutes");
    assertThat(asked.openApproval()).isPresent();
    assertThat(here.cluster.done()).doesNotContain("hold-member", "remove-member");
  }

  /** As after a night without a worker, or after Temporal was restored from a backup. */
  @Test
  void aBegunPlanThatStoodStillForHoursAsksAgain() {
    here.faults.fail("remove-member", 1, notYetFor(Duration.ofHours(7)));
    WorkflowStub operation = here.approved();
    await(operation, Phase.RUNNING);
    here.pass(Duration.ofHours(8));

    OperationState asked = await(operation, s -> s.approvals().size() == 2);

    assertThat(asked.openApproval()).isPresent();
    assertThat(here.cluster.done()).contains("hold-member").doesNotContain("remove-member");
    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aYesThatGrowsOldBeforeTheFirstChangeIsCarriedOutIsVoid() {
    here.faults.fail("hold-member", 1, notYetFor(Duration.ofMinutes(16)));
    WorkflowStub operation = here.approved();
    await(operation, Phase.RUNNING);
    here.pass(Duration.ofMinutes(17));

    OperationState asked = await(operation, s -> s.approvals().size() == 2);

    assertThat(asked.approvals())
        .extracting(Approval::state)
        .containsExactly(Approval.State.VOID, Approval.State.OPEN);
    assertThat(asked.approvals().get(0).because().orElseThrow()).startsWith("good until ");
    assertThat(here.cluster.done()).doesNotContain("hold-member", "remove-member");
  }

  @Test
  void aYesStaysValidAfterTheFirstChange() {
    here.faults.fail("remove-member", 1, notYetFor(Duration.ofMinutes(16)));

    OperationState last = here.end(here.approved());

    assertThat(last.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(last.approvals()).hasSize(1);
  }

  private static Decision stranger(String plan, String name, Instant at) {
    return new Decision(
        plan,
        name,
        Set.of(),
        Door.PAGE,
        Kind.APPROVE,
        "",
        at,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Decision inSlack(String plan, String by, String reason, Instant at) {
    return new Decision(
        plan,
        by,
        Set.of("oncall"),
        Door.SLACK,
        Kind.APPROVE,
        reason,
        at,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Instant now() {
    return Instant.ofEpochMilli(here.temporal.currentTimeMillis());
  }

  private static ApplicationFailure notYetFor(Duration delay) {
    return ApplicationFailure.newBuilder()
        .setType(FailureTypes.NOT_YET)
        .setMessage("a voter reboots")
        .setNextRetryDelay(delay)
        .build();
  }

  @Test
  void aPolicyThatNeedsNobodyAsksSomebodyBeforeWhatCannotBeUndone() {
    here.policy(
        new ApprovalPolicy(
            Map.of(Hazard.IRREVERSIBLE, Requirement.anybody(0)), Duration.ofHours(4)));

    assertThat(state(here.asking()).approvals().get(0).question().needed().approvals())
        .isEqualTo(1);
  }

  @Test
  void aPolicyOfZeroApprovalsStillNeedsAnApproverForAnAlert() {
    ApprovalPolicy nobody =
        new ApprovalPolicy(Map.of(Hazard.REVERSIBLE, Requirement.anybody(0)), Duration.ofHours(4));
    assertThat(nobody.askedBy(new Asker("alice", false)).needs(Hazard.REVERSIBLE).approvals())
        .isZero();
    ApprovalPolicy byAlert = nobody.askedBy(new Asker("alert etcdMembersDown", true));
    assertThat(byAlert.needs(Hazard.REVERSIBLE).approvals()).isEqualTo(1);
    assertThat(byAlert.needs(Hazard.OBSERVES).approvals()).isZero();
  }

  @Test
  void aQuestionThatNobodyIsLeftToAnswerIsRefusedBeforeItIsAsked() {
    here.policy(
        new ApprovalPolicy(Map.of(Hazard.IRREVERSIBLE, Requirement.anybody(2)), Duration.ofHours(4))
            .among(new Electorate(Map.of("alice", Set.of("oncall"), "robin", Set.of("oncall")))));

    OperationState last = here.end(here.start());

    assertThat(last.phase()).isEqualTo(Phase.REFUSED);
    assertThat(last.because())
        .isEqualTo(
            "2 approvals are needed, and only robin can give one, because alice asked. Let"
                + " somebody who is no approver or the alert ask. Or name more people in"
                + " approval.approvers of quorate.yml, and restart the worker and the gateway.");
    assertThat(last.approvals()).isEmpty();
    assertThat(here.cluster.done()).isEmpty();
  }

  @Test
  void aRequesterWhomTheConfigurationDoesNotKnowIsAWarningInTheQuestion() {
    here.policy(
        ApprovalPolicy.DEFAULT.among(
            new Electorate(Map.of("dana", Set.of("oncall"), "robin", Set.of("oncall")))));

    WorkflowStub operation = here.start("dana-laptop");
    OperationState asking = await(operation, Phase.WAITING_FOR_APPROVAL);

    assertThat(asking.briefing().orElseThrow().warnings())
        .anyMatch(
            warning ->
                warning.startsWith(
                    "dana-laptop asked for this, and the configuration does not know"
                        + " dana-laptop"));
  }

  @Test
  @Tag("attack-18")
  void aDecisionOlderThanTheQuestionIsRefusedAsUpdateAndAsSignal() {
    WorkflowStub operation = here.asking();
    Decision old =
        inSlack(
            digest(operation), "robin", "on my way", here.askedAt().minus(Duration.ofMinutes(50)));

    DecisionAnswer answer = decide(operation, old, Optional.empty());
    operation.signal(OperationNames.DECIDED, "click-9", old);

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence()).contains("the question was asked later");
    assertThat(approve(operation, "dana").counted()).isTrue();
    Approval asked = here.end(operation).approvals().get(0);
    assertThat(asked.decisions()).extracting(Decision::by).containsExactly("dana");
    assertThat(asked.refused()).extracting(one -> one.decision().by()).containsExactly("robin");
  }

  @Test
  void aClickOnAQuestionOfAnotherOperationWithTheSamePlanDoesNotCount() {
    WorkflowStub operation = here.asking();
    Decision other =
        new Decision(
            digest(operation),
            "robin",
            Set.of("oncall"),
            Door.SLACK,
            Kind.APPROVE,
            "",
            now(),
            Optional.empty(),
            Optional.of("main.0a0b0c0d.1"),
            Optional.empty());

    DecisionAnswer answer = decide(operation, other, Optional.empty());

    assertThat(answer.counted()).isFalse();
    assertThat(answer.sentence())
        .startsWith("Not recorded: this was about question main.0a0b0c0d.1");
  }

  @Test
  void anUpdateThatComesRightAfterTheStartIsAnswered() {
    try (SimulatedQuorate idle = SimulatedQuorate.idle()) {
      WorkflowStub operation = idle.start();
      var early =
          CompletableFuture.supplyAsync(
              () -> SimulatedQuorate.ask(operation, Request.Verb.PAUSE, ""));
      var decision =
          CompletableFuture.supplyAsync(
              () ->
                  decide(
                      operation, decision("dana", Kind.APPROVE, "12345678", ""), Optional.empty()));
      idle.temporal.start();

      assertThat(early.join().counted()).isTrue();
      assertThat(decision.join().counted()).isFalse();
      assertThat(List.of(decision.join().sentence())).allMatch(s -> s.startsWith("Not recorded"));
    }
  }
}
