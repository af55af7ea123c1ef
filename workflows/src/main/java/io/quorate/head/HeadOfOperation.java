package io.quorate.head;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sentences;
import io.quorate.operation.Briefing;
import io.quorate.operation.Found;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.RestoreDone;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.UtcTime;
import io.quorate.operation.WritesUnderWay;
import io.quorate.step.ApprovalTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Head of one operation, in each of its phases. */
record HeadOfOperation(OperationState state, Instant now, Optional<Reach> reach) {
  /** Most characters of a person's reason in a head. */
  private static final int LONGEST_REASON = 160;

  /** Time for which what was seen is not dated. */
  private static final Duration FRESH = Duration.ofMinutes(2);

  Head head() {
    Optional<PlanInBrief> plan = state.briefing().map(HeadOfOperation::inBrief);
    String proposed = plan.map(PlanInBrief::proposed).or(this::requested).orElse("");
    List<String> wrong = wrong(plan);
    String second = Head.labelled(proposedLabel(), proposed);
    return new Head(
        proposed.isEmpty() ? state.title() : state.cluster() + ": " + proposed,
        Sentences.joined(wrong.toArray(String[]::new)),
        second,
        costs(plan),
        Sentences.joined("Asked by " + Sentences.ended(requester()), answers()),
        Sentences.joined(next(), reach.map(known -> known.sentence(now)).orElse("")),
        Head.push(
            wrong,
            second,
            plan.filter(any -> isOpen()).map(PlanInBrief::worst).orElse(""),
            state.isRehearsal()
                ? Head.LONGEST_PUSH - RehearsalText.MARK.length()
                : Head.LONGEST_PUSH));
  }

  /** Returns the plan in brief; for a plan that an earlier release recorded, from its words. */
  private static PlanInBrief inBrief(Briefing briefing) {
    return briefing.brief().orElseGet(() -> OlderPlan.inBrief(briefing));
  }

  /** Returns what it costs; at the end, what the restore of an earlier round did. */
  private String costs(Optional<PlanInBrief> plan) {
    return RestoreDone.earlier(state)
        .filter(any -> state.phase().ended())
        .or(() -> plan.map(known -> Head.labelled(costsLabel(), known.costs())))
        .orElse("");
  }

  /** Returns what a person asked for; an alert asks for no certain thing. */
  private Optional<String> requested() {
    String named = state.cluster() + ": ";
    return Optional.of(state.title())
        .filter(any -> state.requester() != RequesterKind.ALERT)
        .map(title -> title.startsWith(named) ? title.substring(named.length()) : title)
        .map(Sentences::small);
  }

  private String requester() {
    return state.requester().named(state.requestedBy());
  }

  /** Returns what is wrong, or how it is at the end, the most important sentence first. */
  private List<String> wrong(Optional<PlanInBrief> plan) {
    String cluster = state.cluster() + ": ";
    if (plan.isEmpty() || isWhole()) {
      return List.of(Sentences.ended(cluster + Sentences.small(Sentences.first(state.because()))));
    }
    Found found = plan.get().found();
    WritesUnderWay writes = WritesUnderWay.of(state);
    String seen = Sentences.ended(found.wrong() + since(found));
    if (found.writesFailSince().isEmpty() && writes.failSince().isPresent()) {
      return List.of(cluster + failing(writes), "The plan found: " + seen, found.detail());
    }
    String back = writes.back().map(this::serving).orElse("");
    return isBetweenRounds()
        ? List.of(cluster + seen, back)
        : List.of(cluster + seen, back.isEmpty() ? found.meaning() : back, found.detail());
  }

  /** Returns since when writes fail that did not fail when the plan was made. */
  private String failing(WritesUnderWay writes) {
    String since = UtcTime.minutes(writes.failSince().orElseThrow(), now);
    return writes.stopped().isPresent()
        ? "all writes fail since " + since + ", because this operation stopped the members."
        : "quorum was lost when it parked, at " + since + ", so all writes failed.";
  }

  private String serving(StepState step) {
    return "Clients can write again"
        + step.endedAt().map(at -> " since " + UtcTime.minutes(at, now)).orElse("")
        + ": "
        + Sentences.ended(step.sentence());
  }

  /**
   * Whether the last sentence of the operation says how the cluster is, in place of the trouble.
   */
  private boolean isWhole() {
    return state.phase() == Phase.COMPLETED || state.phase() == Phase.NOT_NEEDED;
  }

  /** Whether nothing of the plan has been done, so that people can still reject all of it. */
  private boolean isOpen() {
    return state.phase() == Phase.WAITING_FOR_APPROVAL
        || state.phase() == Phase.ASSESSING && !isBetweenRounds();
  }

  /** Whether a plan was carried out, in part at least, and the next one is not made yet. */
  private boolean isBetweenRounds() {
    boolean all =
        !state.steps().isEmpty()
            && state.steps().stream().noneMatch(step -> step.progress() == Progress.PENDING);
    return state.phase() == Phase.ASSESSING && (all || state.mayHaveChanged());
  }

  /** Returns since when, and for how long; what was seen only then is dated. */
  private String since(Found found) {
    Optional<Instant> since = found.since().filter(at -> at.plusSeconds(5).isBefore(found.at()));
    String seen = UtcTime.minutes(found.at(), now);
    if (since.isEmpty()) {
      boolean fresh = now.isBefore(found.at().plus(FRESH));
      return fresh || found.at().equals(Instant.EPOCH) ? "" : ", seen at " + seen;
    }
    String from = " since " + UtcTime.minutes(since.get(), now);
    return isOpen()
        ? from + ", " + Amounts.time(Duration.between(since.get(), now))
        : from + ", seen at " + seen;
  }

  private String proposedLabel() {
    if (state.isRehearsal() && !isOpen()) {
      return "Was rehearsed";
    }
    return switch (state.phase()) {
      case ASSESSING -> isBetweenRounds() ? "Done so far" : "Proposed";
      case WAITING_FOR_APPROVAL -> "Proposed";
      case RUNNING, PAUSED, PARKED -> "Under way";
      case COMPLETED -> "Done";
      case STOPPED, ABORTED -> hasBegun() ? "Was begun" : "Was proposed";
      case NOT_NEEDED, REFUSED, REJECTED, EXPIRED -> "Was proposed";
    };
  }

  private String costsLabel() {
    if (state.isRehearsal() && !isOpen()) {
      return "Would have cost";
    }
    return switch (state.phase()) {
      case ASSESSING -> isBetweenRounds() ? "Cost" : "Costs";
      case WAITING_FOR_APPROVAL, RUNNING, PAUSED, PARKED -> "Costs";
      case COMPLETED -> "Cost";
      case STOPPED, ABORTED -> hasBegun() ? "Cost" : "Would have cost";
      case NOT_NEEDED, REFUSED, REJECTED, EXPIRED -> "Would have cost";
    };
  }

  /** Whether a step changed something. */
  private boolean hasBegun() {
    return state.steps().stream()
        .filter(step -> step.hazard().mutates())
        .anyMatch(step -> step.progress().isDone());
  }

  private Optional<Approval> question() {
    List<Approval> asked =
        state.approvals().stream().filter(one -> one.question().needed().approvals() > 0).toList();
    return asked.isEmpty() ? Optional.empty() : Optional.of(asked.getLast());
  }

  private String answers() {
    return question().map(this::answers).orElse("");
  }

  private String answers(Approval asked) {
    return switch (asked.state()) {
      case OPEN ->
          needs(asked) + " Until " + UtcTime.minutes(asked.question().expiresAt(), now) + ".";
      case APPROVED -> "Approved by " + said(asked.decisions()) + ".";
      case REJECTED -> "Rejected by " + Sentences.ended(rejected(asked.decisions().getLast()));
      case EXPIRED ->
          (asked.decisions().isEmpty()
                  ? "Nobody"
                  : said(asked.decisions()) + " said yes, nobody else")
              + " answered until "
              + UtcTime.minutes(asked.question().expiresAt(), now)
              + ".";
      case VOID ->
          asked.decisions().isEmpty()
              ? "The question is void."
              : "The question is void; it had " + said(asked.decisions()) + ".";
    };
  }

  /** Returns how many are needed, who said yes, and how many are missing. */
  private String needs(Approval asked) {
    int needed = asked.question().needed().approvals();
    Optional<String> group = asked.question().needed().group();
    String terms = asked.question().needed().terms().map(ApprovalTerms::words).orElse("");
    if (asked.decisions().isEmpty()) {
      return "Needs "
          + needed
          + group.map(name -> " of " + name).orElse(needed == 1 ? " approver" : " approvers")
          + terms
          + ".";
    }
    int missing = needed - asked.decisions().size();
    return "Needs "
        + needed
        + terms
        + ": "
        + asked.decisions().stream()
            .map(one -> one.person() + " (yes, " + UtcTime.minutes(one.at(), now) + ")")
            .collect(Collectors.joining(", "))
        + ", "
        + (missing == 1 ? "one" : missing)
        + " more"
        + group.map(name -> " of " + name).orElse("")
        + ".";
  }

  private String said(List<Decision> decisions) {
    return decisions.stream().map(this::said).collect(Collectors.joining(" and "));
  }

  private String said(Decision decision) {
    return decision.person()
        + " ("
        + decision.door().words()
        + ", "
        + UtcTime.minutes(decision.at(), now)
        + ")";
  }

  private String rejected(Decision decision) {
    String reason = CleanText.line(decision.reason(), LONGEST_REASON);
    return said(decision) + (reason.isEmpty() ? "" : ": " + reason);
  }

  private String next() {
    return switch (state.phase()) {
      case ASSESSING ->
          isBetweenRounds()
              ? "Now looking at the cluster again. The next plan asks for the approvals that it"
                  + " needs."
              : "A plan is made, and asks for the approvals that it needs before it changes"
                  + " anything.";
      case WAITING_FOR_APPROVAL ->
          state.isRehearsal()
              ? "Whatever the answer, nothing is changed."
              : "Nothing happens until then.";
      case RUNNING ->
          state.step(Progress.RUNNING).map(step -> "Now " + step + ".").orElse("It runs.");
      case PAUSED ->
          Sentences.ended(Sentences.capital(state.because())) + " Nothing happens until continue.";
      case PARKED ->
          Sentences.joined(
              stoppedAt(),
              Sentences.ended(Sentences.capital(Sentences.first(state.because()))),
              choices());
      case COMPLETED, NOT_NEEDED ->
          Sentences.joined(undo(), Sentences.ended(Sentences.rest(state.because())));
      case REJECTED, EXPIRED -> Sentences.ended(Sentences.rest(state.because()));
      case REFUSED, STOPPED, ABORTED -> Sentences.joined(undo(), ended());
    };
  }

  /** Returns the step that stopped it; nothing where the reason of the park begins with it. */
  private String stoppedAt() {
    return state.because().startsWith("stopped at ")
        ? ""
        : state.step(Progress.FAILED).map(step -> "Stopped at " + step + ".").orElse("Stopped.");
  }

  /** Returns why it ended, as far as the first line does not say it. */
  private String ended() {
    return Sentences.ended(
        state.briefing().isEmpty()
            ? Sentences.rest(state.because())
            : Sentences.capital(state.because()));
  }

  /** Returns how a restore of this round is undone, and what is kept where. */
  private String undo() {
    return RestoreDone.of(state).map(RestoreDone::left).orElse("");
  }

  private String choices() {
    return state.choices().isEmpty()
        ? ""
        : "Choose: "
            + state.choices().stream().map(Choice::verb).collect(Collectors.joining(", "))
            + ".";
  }
}
