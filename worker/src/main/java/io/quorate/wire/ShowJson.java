package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.Identity;
import io.quorate.cluster.StableName;
import io.quorate.head.Head;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate show -o json}.
 *
 * @param digest digest of the open question, else of the last plan
 * @param briefing what people decide on; null until there is a plan
 * @param requester {@code alert}, {@code person} whom the operating system named, or {@code
 *     unverified} for a name that was typed
 * @param report what a recovery costs; null for every other operation, and until there is a plan
 * @param code stable name of the reason, such as {@code voter-answers}, of an operation that was
 *     refused, waits for a fact, or is parked; null without one
 * @param todo what a person can do about the reason: one command or one sentence each
 * @param head the first lines that people read: what is wrong, what is proposed, what it costs, who
 *     asked and answered, what happens next; null from a gateway that does not tell
 * @param place where a parked or paused operation stands: a request that names it counts there
 *     alone; null in every other state
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
    Optional<BriefingJson> briefing,
    String requester,
    Optional<LossReport> report,
    Optional<String> code,
    @JsonProperty("do") List<String> todo,
    Optional<HeadJson> head,
    Optional<String> place) {

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
          StableName.of(step.hazard()),
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
   * @param group group that the approvers have to be in; null: any approver
   * @param decisions decisions that counted
   * @param refused decisions that did not count
   * @param because why the question is void, with the difference of the plans; null unless it is
   *     void
   * @param typed what an approver has to type: the cluster's name, where the plan can cost
   *     acknowledged writes or the requester may approve; null where nothing has to be typed
   * @param outsideSlack how many of the needed have to say yes outside Slack, with a token
   * @param requesterCounts whether the yes of the person who asked may be one of the needed
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
      Optional<String> because,
      Optional<String> typed,
      int outsideSlack,
      boolean requesterCounts) {
    static ApprovalJson of(Approval approval) {
      return new ApprovalJson(
          approval.question().id(),
          approval.question().digest(),
          approval.question().needed().approvals(),
          approval.question().needed().group(),
          approval.decisions().stream().map(DecisionJson::of).toList(),
          approval.refused().stream().map(RefusedJson::of).toList(),
          approval.question().askedAt(),
          approval.question().expiresAt(),
          StableName.of(approval.state()),
          approval.because(),
          approval.question().typed(),
          approval.question().needed().outsideSlack(),
          approval.question().needed().requesterCounts());
    }
  }

  /**
   * Decision of a person: who said what, through which door.
   *
   * @param identity how the door knew the name: {@code slack}, {@code token}, {@code login} of the
   *     operating system, or {@code typed}, which nobody verified; null where it is not recorded
   */
  public record DecisionJson(
      String by,
      String door,
      String verdict,
      Instant at,
      String reason,
      Optional<String> identity) {
    static DecisionJson of(Decision decision) {
      return new DecisionJson(
          decision.by(),
          StableName.of(decision.door()),
          StableName.of(decision.kind()),
          decision.at(),
          decision.reason(),
          decision.identity().map(StableName::of));
    }

    /** Returns the person as people read the name: {@code sam (unverified)}. */
    public String person() {
      return named(by, identity);
    }
  }

  /**
   * A decision that did not count, and why.
   *
   * @param identity as in {@link DecisionJson}
   */
  public record RefusedJson(String by, Instant at, String because, Optional<String> identity) {
    static RefusedJson of(Approval.RefusedDecision refused) {
      Decision decision = refused.decision();
      return new RefusedJson(
          decision.by(), decision.at(), refused.because(), decision.identity().map(StableName::of));
    }

    /** Returns the person as people read the name: {@code sam (unverified)}. */
    public String person() {
      return named(by, identity);
    }
  }

  private static String named(String by, Optional<String> identity) {
    boolean typed = identity.filter(StableName.of(Identity.TYPED)::equals).isPresent();
    return typed ? Identity.TYPED.named(by) : by;
  }

  /** Request that can be made of a parked operation. */
  public record ChoiceJson(String verb, String sentence) {}

  /**
   * Briefing that people decide on, as Slack, page and command line show it.
   *
   * @param diagnosis stable name of the diagnosis, such as {@code minority-lost}
   * @param finding what is wrong, in one sentence
   * @param title title of the plan, such as {@code Replace etcd-1 of payments}
   * @param digest of the plan, in full
   * @param memberTable monospaced lines, the first one the head
   * @param planLines the numbered steps, monospaced, with what each can destroy
   * @param marginLine margin in failures, such as {@code now 0 · during 0 · after 1}
   * @param snapshotLine the last snapshot, or that there is none
   * @param promise what can and cannot be lost
   * @param warnings what to know before a yes, a sentence each
   * @param pointOfNoReturn the sentences that cannot be undone
   * @param needs who has to approve, such as {@code 1 of: oncall}
   * @param seenAt when the look at the cluster ended that these facts are of; null in plans of
   *     releases that did not record it
   */
  public record BriefingJson(
      String diagnosis,
      String finding,
      String title,
      String digest,
      List<String> memberTable,
      List<String> planLines,
      String marginLine,
      String snapshotLine,
      String promise,
      List<String> warnings,
      String pointOfNoReturn,
      String needs,
      Optional<Instant> seenAt) {
    static BriefingJson of(Briefing briefing) {
      return new BriefingJson(
          briefing.diagnosis(),
          briefing.finding(),
          briefing.title(),
          briefing.digest(),
          briefing.memberTable(),
          briefing.planLines(),
          briefing.marginLine(),
          briefing.snapshotLine(),
          briefing.promise(),
          briefing.warnings(),
          briefing.pointOfNoReturn(),
          briefing.needs(),
          briefing.brief().map(brief -> brief.found().at()));
    }
  }

  /** Returns the JSON of an operation with this head. */
  public static ShowJson of(OperationState state, Head head) {
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
        state.briefing().map(BriefingJson::of),
        StableName.of(state.requester()),
        state.briefing().flatMap(Briefing::loss).map(LossReport::of),
        state.code(),
        state.todo(),
        Optional.of(HeadJson.of(head)),
        Optional.of(state.place()).filter(at -> stands(state.phase())));
  }

  private static boolean stands(Phase phase) {
    return phase == Phase.PARKED || phase == Phase.PAUSED;
  }

  /**
   * Returns what somebody who approves has to know of the plan, as the end of a sentence; empty
   * where all of it can be undone.
   */
  public Optional<String> warning() {
    return Arrays.stream(Hazard.values())
        .filter(
            hazard -> steps.stream().anyMatch(step -> step.hazard().equals(StableName.of(hazard))))
        .max(Comparator.naturalOrder())
        .flatMap(Hazard::warning);
  }

  /** Whether the operation has ended. */
  public boolean hasEnded() {
    return Arrays.stream(Phase.values())
        .anyMatch(phase -> phase.ended() && phase.words().equals(state));
  }

  /** Tells whether the operation has completed. */
  public boolean hasCompleted() {
    return state.equals(Phase.COMPLETED.words());
  }

  /** Whether it keeps its place after a step that failed for good, and asks what to do. */
  public boolean hasParked() {
    return state.equals(Phase.PARKED.words());
  }

  /** The question that is open, if one is. */
  public Optional<ApprovalJson> openApproval() {
    return approvals.stream().filter(one -> one.state().equals("open")).findFirst();
  }

  /**
   * Returns the option with which a command names this question, behind a blank, where another one
   * had an equal plan; else an empty text.
   */
  public String option(ApprovalJson question) {
    boolean repeated =
        approvals.stream()
            .filter(other -> !other.id().equals(question.id()))
            .anyMatch(other -> other.digest().equals(question.digest()));
    return repeated
        ? " --question " + question.id().substring(question.id().lastIndexOf('.') + 1)
        : "";
  }

  private static Optional<String> digest(OperationState state) {
    return state
        .openApproval()
        .map(open -> open.question().digest())
        .or(() -> state.briefing().map(Briefing::digest));
  }
}
