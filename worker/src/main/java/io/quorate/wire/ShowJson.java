package io.quorate.wire;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What {@code quorate show -o json} prints.
 *
 * @param digest of the question that is open, else of the last plan
 * @param briefing what people decide on; null until there is a plan
 */
public record ShowJson(
    String operation,
    String cluster,
    String runbook,
    String title,
    String requestedBy,
    Instant requestedAt,
    String state,
    String because,
    Instant since,
    int round,
    Optional<String> digest,
    Optional<String> waitingOn,
    List<StepJson> steps,
    List<ApprovalJson> approvals,
    List<String> notices,
    List<ChoiceJson> choices,
    Optional<Briefing> briefing) {

  /** One step of the last plan. */
  public record StepJson(
      String name,
      String sentence,
      String hazard,
      String state,
      Optional<Instant> startedAt,
      Optional<Instant> endedAt,
      Optional<String> evidence) {
    static StepJson of(StepState step) {
      return new StepJson(
          step.name(),
          step.sentence(),
          StatusJson.lower(step.hazard()),
          step.progress().words(),
          step.startedAt(),
          step.endedAt(),
          step.evidence());
    }
  }

  /**
   * One question.
   *
   * @param needed how many have to say yes
   * @param group of which group they have to be; null: any approver
   * @param decisions those that counted
   * @param refused those that did not
   * @param because why it is void, with the difference; null unless it is
   */
  public record ApprovalJson(
      String id,
      String digest,
      int needed,
      Optional<String> group,
      List<DecisionJson> decisions,
      List<RefusedJson> refused,
      Instant askedAt,
      Instant expiresAt,
      String state,
      Optional<String> because) {
    static ApprovalJson of(Approval approval) {
      return new ApprovalJson(
          approval.question().id(),
          approval.question().digest(),
          approval.question().needed().approvals(),
          approval.question().needed().group(),
          approval.decisions().stream().map(DecisionJson::of).toList(),
          approval.refused().stream()
              .map(one -> new RefusedJson(one.decision().by(), one.decision().at(), one.because()))
              .toList(),
          approval.question().askedAt(),
          approval.question().expiresAt(),
          StatusJson.lower(approval.state()),
          approval.because());
    }
  }

  /** Who said what, through which door. */
  public record DecisionJson(String by, String door, String verdict, Instant at, String reason) {
    static DecisionJson of(Decision decision) {
      return new DecisionJson(
          decision.by(),
          StatusJson.lower(decision.door()),
          StatusJson.lower(decision.kind()),
          decision.at(),
          decision.reason());
    }
  }

  /** A decision that did not count, and why. */
  public record RefusedJson(String by, Instant at, String because) {}

  /** What can be asked of it while it is parked. */
  public record ChoiceJson(String verb, String sentence) {}

  public static ShowJson of(OperationState state) {
    return new ShowJson(
        state.operation(),
        state.cluster().value(),
        state.runbook(),
        state.title(),
        state.requestedBy(),
        state.requestedAt(),
        state.phase().words(),
        state.because(),
        state.since(),
        state.round(),
        digest(state),
        state.waitingOn(),
        state.steps().stream().map(StepJson::of).toList(),
        state.approvals().stream().map(ApprovalJson::of).toList(),
        state.notices(),
        state.choices().stream().map(one -> new ChoiceJson(one.verb(), one.sentence())).toList(),
        state.briefing());
  }

  /** Whether nothing more comes of it. */
  public boolean hasEnded() {
    return Arrays.stream(Phase.values())
        .anyMatch(phase -> phase.ended() && phase.words().equals(state));
  }

  /** The question that is open, if one is. */
  public Optional<ApprovalJson> openApproval() {
    return approvals.stream().filter(one -> one.state().equals("open")).findFirst();
  }

  private static Optional<String> digest(OperationState state) {
    return state
        .openApproval()
        .map(open -> open.question().digest())
        .or(() -> state.briefing().map(Briefing::digest));
  }
}
