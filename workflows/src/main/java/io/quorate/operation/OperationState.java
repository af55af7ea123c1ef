package io.quorate.operation;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RehearsalText;
import io.quorate.operation.Steered.Deed;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import io.quorate.step.Reason;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * State of an operation as everybody sees it: the answer to the query {@code state}, what Slack and
 * the page show, and what {@code quorate show} prints.
 *
 * @param operation the operation's id, {@code <cluster>.<last 8 of its run id>}
 * @param because why the operation is in this phase, in a sentence; what to do next when it is
 *     parked
 * @param since when the operation entered this phase
 * @param round number of plans so far, from 1; 0 before the first plan
 * @param waitingOn whom or what the operation waits for: {@code approvers of oncall}, {@code a
 *     retry or an abort}; empty when it does not wait
 * @param briefing what people decide on; empty until there is a plan
 * @param steps of the last plan
 * @param approvals all questions so far, the last one last
 * @param notices what people should also know: {@code Slack cannot be reached since ...}
 * @param choices what can be asked of a parked operation: {@code retry}, {@code abort}, {@code
 *     skip}
 * @param topics the notices with their topics, also the withdrawn ones
 * @param requester how the requester is known
 * @param reason why it was refused, waits for a fact, or is parked, with a code and what to do;
 *     empty in every other phase
 * @param taken who is on it, said last
 * @param deeds the last verbs and takes that counted, the last one last; empty in states of
 *     releases that did not keep them
 */
public record OperationState(
    String operation,
    ClusterKey cluster,
    String runbook,
    String title,
    String requestedBy,
    Instant requestedAt,
    Phase phase,
    String because,
    Instant since,
    int round,
    Optional<String> waitingOn,
    Optional<Briefing> briefing,
    List<StepState> steps,
    List<Approval> approvals,
    List<String> notices,
    List<Choice> choices,
    List<Notice> topics,
    RequesterKind requester,
    Optional<Reason> reason,
    Optional<Taken> taken,
    Optional<List<Steered>> deeds) {
  public OperationState {
    steps = List.copyOf(steps);
    approvals = List.copyOf(approvals);
    notices = List.copyOf(notices);
    choices = List.copyOf(choices);
    topics = List.copyOf(topics);
    deeds = deeds.map(List::copyOf);
  }

  /**
   * Returns the state of an operation that was ended from outside, in Temporal, before it could say
   * how it ended; this state itself when the operation had ended.
   *
   * @param how {@code terminated}
   * @param at when the operation was ended
   */
  public OperationState cutOff(String how, Instant at) {
    if (phase.ended()) {
      return this;
    }
    return with(
        Phase.STOPPED,
        "It was "
            + how
            + " in Temporal while it was "
            + phase.words()
            + "; what was under way is abandoned. Look at: quorate status "
            + cluster,
        at,
        Optional.empty(),
        List.of(),
        steps,
        approvals.stream()
            .map(
                asked ->
                    asked.isOpen()
                        ? asked.voided("The operation was " + how + " in Temporal.")
                        : asked)
            .toList(),
        notices);
  }

  /** Returns whether the operation is a rehearsal, which changes nothing whatever is answered. */
  public boolean isRehearsal() {
    return RehearsalText.isOne(runbook);
  }

  /**
   * Returns whether the operation ends for anybody who wants the cluster: it is a rehearsal, or it
   * follows another operation by itself.
   */
  public boolean makesWay() {
    return isRehearsal() || FollowUpNames.isOne(requestedBy);
  }

  /** Returns the state of a rehearsal: each of its lines says so. */
  public OperationState rehearsed() {
    return new OperationState(
        operation,
        cluster,
        runbook,
        RehearsalText.marked(title),
        requestedBy,
        requestedAt,
        phase,
        RehearsalText.marked(because),
        since,
        round,
        waitingOn,
        briefing,
        steps,
        approvals,
        RehearsalText.marked(notices),
        choices.stream()
            .map(one -> new Choice(one.verb(), RehearsalText.marked(one.sentence())))
            .toList(),
        topics.stream()
            .map(
                one ->
                    new Notice(one.topic(), RehearsalText.marked(one.sentence()), one.withdrawn()))
            .toList(),
        requester,
        reason,
        taken,
        deeds);
  }

  /** Returns the code of the reason, where the state has a reason with a code. */
  public Optional<String> code() {
    return reason.map(Reason::code);
  }

  /** Returns what a person can do about the reason: one command or one sentence each. */
  public List<String> todo() {
    return reason.map(Reason::todo).orElse(List.of());
  }

  /** Returns the worst hazard of the steps. */
  public Hazard hazard() {
    return steps.stream()
        .map(StepState::hazard)
        .max(Comparator.naturalOrder())
        .orElse(Hazard.OBSERVES);
  }

  /** Returns this state with other notices. */
  public OperationState noticed(List<String> others) {
    return shown(steps, others);
  }

  /** Returns this state with its sentences in the words of a door. */
  public OperationState worded(UnaryOperator<String> words) {
    return with(
        phase,
        words.apply(because),
        since,
        waitingOn,
        choices,
        steps.stream().map(step -> step.worded(words)).toList(),
        approvals,
        notices);
  }

  /** Returns this state with new progress words for the steps that the condition selects. */
  public OperationState doing(Predicate<StepState> which, String words) {
    return shown(
        steps.stream().map(step -> which.test(step) ? step.doing(words) : step).toList(), notices);
  }

  private OperationState shown(List<StepState> otherSteps, List<String> otherNotices) {
    return with(phase, because, since, waitingOn, choices, otherSteps, approvals, otherNotices);
  }

  /** Copies this state with other values for the components that change. */
  private OperationState with(
      Phase otherPhase,
      String why,
      Instant from,
      Optional<String> whom,
      List<Choice> offered,
      List<StepState> otherSteps,
      List<Approval> otherApprovals,
      List<String> otherNotices) {
    return new OperationState(
        operation,
        cluster,
        runbook,
        title,
        requestedBy,
        requestedAt,
        otherPhase,
        why,
        from,
        round,
        whom,
        briefing,
        otherSteps,
        otherApprovals,
        otherNotices,
        offered,
        topics,
        requester,
        otherPhase == phase ? reason : Optional.empty(),
        taken,
        deeds);
  }

  /**
   * Returns whether a step that changes something may have begun: in this round, or in an earlier
   * one that people had approved.
   */
  public boolean mayHaveChanged() {
    boolean now =
        steps.stream()
            .anyMatch(step -> step.hazard().mutates() && step.progress() != Progress.PENDING);
    String current = operation + "." + round;
    return now
        || approvals.stream()
            .filter(asked -> !asked.question().id().equals(current))
            .anyMatch(Approval::wasApproved);
  }

  /**
   * Returns whether the operation may make its cluster look troubled. An operation that waits, that
   * has changed nothing yet, or that makes way for everybody, does not.
   */
  public boolean mayTroubleItsCluster() {
    return phase == Phase.RUNNING && waitingOn.isEmpty() && mayHaveChanged() && !makesWay();
  }

  /** Returns whether the operation has been at a mutating step since a moment. */
  public boolean hasChangedSince(Instant then) {
    return !makesWay()
        && steps.stream()
            .filter(step -> step.hazard().mutates() && step.startedAt().isPresent())
            .anyMatch(step -> step.endedAt().filter(then::isAfter).isEmpty());
  }

  /**
   * Returns the option with which a command names this question, behind a blank, where another one
   * had an equal plan; else an empty text.
   */
  public String option(Question question) {
    boolean repeated =
        approvals.stream()
            .map(Approval::question)
            .filter(other -> !other.id().equals(question.id()))
            .anyMatch(other -> other.digest().equals(question.digest()));
    return repeated ? " --question " + question.number() : "";
  }

  /** Returns the open question, if there is one. */
  public Optional<Approval> openApproval() {
    return approvals.stream().filter(Approval::isOpen).findFirst();
  }

  /** Returns the last verbs and takes that counted, the last one last. */
  public List<Steered> steered() {
    return deeds.orElse(List.of());
  }

  /** Returns the wish of a person to pause the operation, while it has not paused yet. */
  public Optional<Steered> pauseAsked() {
    return phase == Phase.RUNNING || phase == Phase.WAITING_FOR_APPROVAL
        ? steered().stream()
            .filter(one -> one.deed() == Deed.PAUSE_ASKED || one.deed() == Deed.CONTINUED)
            .reduce((earlier, later) -> later)
            .filter(one -> one.deed() == Deed.PAUSE_ASKED)
        : Optional.empty();
  }

  /** Returns the wish of a person to abort the operation, while it has not ended yet. */
  public Optional<Steered> abortAsked() {
    return phase.ended()
        ? Optional.empty()
        : steered().stream().filter(one -> one.deed() == Deed.ABORTED).findFirst();
  }

  /**
   * Returns the name of the place where the operation stands: the round, the last step that was
   * begun, and since when. A button about a place is spent once the operation stands elsewhere.
   */
  public String place() {
    long begun =
        steps.stream().filter(step -> step.progress() != StepState.Progress.PENDING).count();
    return round + "." + begun + "." + since.getEpochSecond();
  }

  /** Returns the last step of this progress: {@code step 7 of 10, Start etcd-1}. */
  public Optional<String> step(Progress progress) {
    return IntStream.range(0, steps.size())
        .filter(index -> steps.get(index).progress() == progress)
        .boxed()
        .reduce((first, second) -> second)
        .map(
            index ->
                "step " + (index + 1) + " of " + steps.size() + ", " + steps.get(index).sentence());
  }

  /** Returns the last question; empty while nothing was asked. */
  public Optional<Approval> lastApproval() {
    return approvals.isEmpty() ? Optional.empty() : Optional.of(approvals.getLast());
  }

  /** A request that people may make of a parked operation, with its effect in a sentence. */
  public record Choice(String verb, String sentence) {}
}
