package io.quorate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The operation payments.a1b2c3d4 of sam, who is no approver; dana is. */
class SteeringTest {
  private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
  private static final String DIGEST = "7f3a91c2".repeat(8);
  private static final String OPERATION = "payments.a1b2c3d4";
  private static final Approvers DANA =
      new Approvers(List.of(new Approver("dana", Optional.empty(), Set.of(), Set.of())));
  private static final Steering STEERING =
      new Steering(new ApprovalSettings(DANA, ApprovalPolicy.DEFAULT.among(DANA.electorate())));

  @Test
  @Tag("attack-22")
  void onlyApproversSteerAndWhoAskedMayStopUntilTheFirstChange() {
    OperationState asks = state(1, Progress.PENDING, asked(1, false));
    assertThat(refusal(Verb.RETRY, "dana", asks)).isEmpty();
    assertThat(refusal(Verb.ABORT, "eve", asks))
        .hasValue("Not recorded: eve may not abort it. Approvers may: dana.");
    assertThat(refusal(Verb.RETRY, "sam", asks)).isPresent();
    assertThat(refusal(Verb.ABORT, "Sam ", asks)).isEmpty();
    assertThat(refusal(Verb.PAUSE, "sam", asks)).isEmpty();
    assertThat(refusal(Verb.ABORT, "sam", state(1, Progress.RUNNING, asked(1, true)))).isPresent();
  }

  @Test
  @Tag("attack-22")
  void onlyApproversOfTheSteeringGroupSteer() {
    Approvers all =
        new Approvers(
            List.of(
                new Approver("dana", Optional.empty(), Set.of(), Set.of("oncall")),
                new Approver("kim", Optional.empty(), Set.of(), Set.of("dba"))));
    Steering oncall =
        new Steering(
            new ApprovalSettings(
                all, ApprovalPolicy.DEFAULT, Optional.of("oncall"), Map.of(), Optional.empty()));
    assertThat(oncall.refusal(Verb.RETRY, "dana", Optional::empty)).isEmpty();
    assertThat(oncall.refusal(Verb.RETRY, "kim", Optional::empty))
        .hasValue("Not recorded: kim may not retry it. Approvers of oncall may: dana.");
  }

  @Test
  @Tag("attack-22")
  void aYesOfThisRoundIsNoChangeUntilAStepBegins() {
    assertThat(refusal(Verb.ABORT, "sam", state(1, Progress.PENDING, asked(1, true)))).isEmpty();
    assertThat(
            refusal(Verb.ABORT, "sam", state(2, Progress.PENDING, asked(1, false), asked(2, true))))
        .isEmpty();
  }

  @Test
  @Tag("attack-22")
  void aYesOfAnEarlierRoundMayHaveChangedSomethingAlsoWhereThisRoundAsksNothing() {
    String sentence =
        "Not recorded: who asked may abort it until its first change, and that has begun."
            + " Approvers may: dana.";
    assertThat(
            refusal(Verb.ABORT, "sam", state(2, Progress.PENDING, asked(1, true), asked(2, false))))
        .hasValue(sentence);
    assertThat(refusal(Verb.ABORT, "sam", state(2, Progress.PENDING, asked(1, true))))
        .hasValue(sentence);
  }

  private static Optional<String> refusal(Verb verb, String who, OperationState state) {
    return STEERING.refusal(verb, who, () -> Optional.of(state));
  }

  private static Approval asked(int round, boolean approved) {
    Question question =
        new Question(
            OPERATION + "." + round,
            DIGEST,
            Requirement.anybody(1),
            "sam",
            NOON,
            NOON.plusSeconds(3600),
            Optional.empty());
    Decision yes =
        new Decision(
            DIGEST,
            "dana",
            Set.of("oncall"),
            Door.COMMAND_LINE,
            Decision.Kind.APPROVE,
            "",
            NOON.plusSeconds(60),
            Optional.empty(),
            Optional.of(question.id()),
            Optional.empty());
    Approval open = Approval.of(question);
    Approval asked = approved ? open.decide(yes).approval() : open;
    assertThat(asked.isOpen()).isEqualTo(!approved);
    return asked;
  }

  private static OperationState state(int round, Progress change, Approval... approvals) {
    return new OperationState(
        OPERATION,
        new ClusterKey("payments"),
        "minority-replace",
        "Replace etcd-1",
        "sam",
        NOON,
        Phase.WAITING_FOR_APPROVAL,
        "asks one approver",
        NOON,
        round,
        Optional.empty(),
        Optional.empty(),
        List.of(
            new StepState(
                "remove-member",
                "Remove member etcd-1",
                Hazard.IRREVERSIBLE,
                change,
                Optional.empty(),
                Optional.empty(),
                Optional.empty())),
        List.of(approvals),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.PERSON,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
