package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.operation.Briefing;
import io.quorate.operation.Effects;
import io.quorate.operation.Notices;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.Request;
import io.quorate.operation.RestoreDone;
import io.quorate.operation.Steered;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.Taken;
import io.quorate.step.Reason;
import io.temporal.common.SearchAttributeKey;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Current progress of one operation; the source of its queries and search attributes. A search
 * attribute is a command of the history, so it changes with the phase and with whom the operation
 * waits for, never with a text.
 */
final class OperationProgress {
  static final SearchAttributeKey<String> CLUSTER = SearchAttributeKey.forKeyword("EtcdCluster");
  static final SearchAttributeKey<String> RUNBOOK = SearchAttributeKey.forKeyword("Runbook");
  static final SearchAttributeKey<String> PHASE =
      SearchAttributeKey.forKeyword(OperationNames.PHASE);
  static final SearchAttributeKey<String> WAITING_ON = SearchAttributeKey.forKeyword("WaitingOn");

  /**
   * How often one question may be void while people think, before the operation stops asking it.
   */
  private static final int VOID_AT_MOST = 3;

  /** Deeds that are kept: people who follow the operation were told of the older ones. */
  private static final int DEEDS = 40;

  /** Group of people that an operation waits for. */
  enum WaitsFor {
    NOBODY,
    APPROVERS,
    /** A person who says how to proceed. */
    OPERATOR
  }

  private final MarkedChanges changes = new MarkedChanges();
  private final OperationRequest request;
  private final String operation;
  private final Instant requestedAt;
  private Phase phase = Phase.ASSESSING;
  private String because = "looking at the cluster";
  private Optional<Reason> reason = Optional.empty();
  private Instant since;
  private int round;
  private WaitsFor waitsFor = WaitsFor.NOBODY;
  private Optional<String> waitingOn = Optional.empty();
  private Optional<Briefing> briefing = Optional.empty();
  private final List<StepState> steps = new ArrayList<>();
  private final List<Approval> approvals = new ArrayList<>();
  private final Notices notices = new Notices();
  private final Effects effects = new Effects();
  private final List<String> skipped = new ArrayList<>();
  private List<Choice> choices = List.of();
  private Optional<Taken> taken = Optional.empty();
  private final List<Steered> deeds = new ArrayList<>();

  OperationProgress(OperationRequest request) {
    this(request, Timers.now());
    request
        .askedAgain()
        .ifPresent(
            wish -> {
              taken = Optional.of(wish.taken());
              deeds.add(Steered.of(wish));
            });
  }

  private OperationProgress(OperationRequest request, Instant requestedAt) {
    this.request = request;
    // The operation's id is made of the first run's id, which stays when the operation continues in
    // a new run and when an operator resets it in Temporal.
    this.operation =
        OperationRequest.operationId(
            request.cluster(), Workflow.getInfo().getFirstExecutionRunId());
    this.requestedAt = requestedAt;
    this.since = requestedAt;
  }

  /** Restores the progress that the run before recorded. */
  static OperationProgress of(OperationRequest request, OperationMemory memory) {
    OperationState state = memory.state();
    OperationProgress progress = new OperationProgress(request, state.requestedAt());
    progress.phase = state.phase();
    progress.because = state.because();
    progress.reason = state.reason();
    progress.since = state.since();
    progress.round = state.round();
    progress.waitingOn = state.waitingOn();
    progress.waitsFor = waitsFor(state);
    progress.briefing = state.briefing();
    progress.steps.addAll(state.steps());
    progress.approvals.addAll(state.approvals());
    progress.choices = state.choices();
    progress.taken = state.taken();
    progress.deeds.addAll(state.steered());
    progress.notices.restore(memory);
    progress.skipped.addAll(memory.shown().skipped());
    progress.effects.restore(memory.shown());
    return progress;
  }

  private static WaitsFor waitsFor(OperationState state) {
    if (state.waitingOn().isEmpty()) {
      return WaitsFor.NOBODY;
    }
    return state.phase() == Phase.WAITING_FOR_APPROVAL ? WaitsFor.APPROVERS : WaitsFor.OPERATOR;
  }

  /** Returns the progress that the state does not show yet, for the next run. */
  OperationMemory.Shown shown() {
    return new OperationMemory.Shown(
        notices.holding(), skipped, effects.anyCertain(), effects.unknown());
  }

  void open() {
    Workflow.upsertTypedSearchAttributes(
        CLUSTER.valueSet(request.cluster().value()), RUNBOOK.valueSet(request.runbook()));
    changes.open();
    index();
    changed();
  }

  /** Updates the search attributes, by which people find operations. */
  private void index() {
    Workflow.upsertTypedSearchAttributes(
        PHASE.valueSet(phase.words()), WAITING_ON.valueSet(waitingOn.orElse("nobody")));
    mark();
  }

  /**
   * Marks in Temporal's list what people did while the operation waits for people. Phase and
   * history tell enough of an operation that works.
   */
  private void mark() {
    if (waitsFor != WaitsFor.NOBODY) {
      changes.mark();
    }
  }

  private void markNotice() {
    if (waitsFor != WaitsFor.NOBODY) {
      changes.markNotice();
    }
  }

  String operation() {
    return operation;
  }

  Phase phase() {
    return phase;
  }

  /** Enters a phase in which the operation works, or has ended. */
  void enter(Phase next, String why) {
    enter(next, why, Optional.empty());
  }

  /** Enters a phase for a reason that people, and scripts, read beside the sentence. */
  void enter(Phase next, String why, Optional<Reason> known) {
    enter(next, why, known, WaitsFor.NOBODY, Optional.empty());
  }

  /** Enters a phase in which the operation waits for somebody. */
  void await(Phase next, String why, WaitsFor whom, String words) {
    enter(next, why, Optional.empty(), whom, Optional.of(words));
  }

  private void enter(
      Phase next, String why, Optional<Reason> known, WaitsFor whom, Optional<String> words) {
    if (next != phase) {
      since = Timers.now();
    }
    boolean other = next != phase || whom != waitsFor;
    phase = next;
    because = why;
    reason = known;
    waitsFor = whom;
    waitingOn = words;
    choices = List.of();
    if (other) {
      index();
    }
    changed();
  }

  /** Returns the reason of the phase, with its code and what to do. */
  Optional<Reason> reason() {
    return reason;
  }

  /** Offers these choices to people, about this reason. */
  void offer(List<Choice> offered, Optional<Reason> about) {
    choices = List.copyOf(offered);
    reason = about;
    changed();
  }

  /** Begins a new round with this plan; what a restore of the round before cost stays visible. */
  void planned(RecordedPlan plan) {
    RestoreDone.of(state()).ifPresent(done -> notice(RestoreDone.TOPIC, done.sentence()));
    round++;
    briefing = Optional.of(plan.briefing());
    steps.clear();
    plan.steps().forEach(step -> steps.add(StepState.pending(step)));
    changed();
  }

  void begin(int index) {
    steps.set(index, steps.get(index).begun(Timers.now()));
    changed();
  }

  /** Begins a step, with words for what the step waits for. */
  void begin(int index, String words) {
    steps.set(index, steps.get(index).begun(Timers.now(), words));
    changed();
  }

  /** Returns the progress of one step of the round. */
  Progress stepProgress(int index) {
    return steps.get(index).progress();
  }

  void end(int index, Progress how, String evidence) {
    StepState ended = steps.get(index).ended(how, Timers.now(), evidence);
    steps.set(index, ended);
    effects.ended(ended);
    if (how.isDone() && ended.savesSnapshot()) {
      // The briefing names the snapshot that this plan saved, in place of the older one.
      briefing = briefing.map(known -> known.snapshotSaved(index + 1, evidence));
    }
    changed();
  }

  /**
   * Marks a step as skipped by a person. The skip stays visible when the next round replaces the
   * steps, and people who are asked for an approval later read it first.
   */
  void skip(int index, Request by) {
    end(index, Progress.SKIPPED, by.skipped());
    String sentence =
        "Round " + round + " without: " + steps.get(index).sentence() + ", " + by.skipped() + ".";
    skipped.add(sentence);
    briefing = briefing.map(known -> known.warning(sentence));
    notice("skip " + round + "." + (index + 1), sentence);
  }

  /**
   * Whether the last plan was to look only, such as a backup, and all of it was done: there was
   * something to do then, although nothing was changed.
   */
  boolean hasLookedAsPlanned() {
    return !steps.isEmpty()
        && steps.stream().allMatch(step -> !step.hazard().mutates() && step.progress().isDone());
  }

  /** Adds the skipped steps to the operation's last sentence. */
  String withWhatWasLeftOut(String because) {
    if (skipped.isEmpty()) {
      return because;
    }
    return because + (because.endsWith(".") ? " " : ". ") + String.join(" ", skipped);
  }

  void asked(Approval approval) {
    approvals.add(approval);
    changed();
  }

  /** Returns the question that was asked last. */
  Optional<Approval> lastApproval() {
    return approvals.isEmpty()
        ? Optional.empty()
        : Optional.of(approvals.get(approvals.size() - 1));
  }

  void replaceLastApproval(Approval approval) {
    approvals.set(approvals.size() - 1, approval);
    mark();
    changed();
  }

  /**
   * Voids the question of this round, or its approval; a question that ended otherwise stays as it
   * is.
   */
  void voidQuestion(String because) {
    lastApproval()
        .filter(asked -> asked.question().id().equals(question()))
        .ifPresent(asked -> replaceLastApproval(asked.voided(because)));
  }

  /**
   * Returns why the operation stops asking: the last question was void for the third time while
   * people thought, because the cluster changes to and fro. Empty while the question may be asked
   * again.
   */
  Optional<String> goesToAndFro() {
    List<Approval> voided = approvals.stream().filter(Approval::wasVoidedWhileOpen).toList();
    return lastApproval()
        .filter(Approval::wasVoidedWhileOpen)
        .filter(last -> voided.stream().filter(last::asksTheSameAs).count() >= VOID_AT_MOST)
        .map(
            last ->
                "The same question was void "
                    + VOID_AT_MOST
                    + " times, so this operation stops asking it. "
                    + voided.stream()
                        .skip(Math.max(0, voided.size() - 2))
                        .flatMap(one -> one.because().stream())
                        .collect(Collectors.joining(" Then: "))
                    + " Something besides Quorate changes the cluster to and fro. Find it where the"
                    + " members run (a supervisor, a timer, a person) and switch it off, then start"
                    + " this again");
  }

  /** Shows the person who took the operation last. */
  void taken(Taken by) {
    taken = Optional.of(by);
    changed();
  }

  /** Shows a deed that counted; people read each in the thread. */
  void steered(Steered deed) {
    if (deeds.size() == DEEDS) {
      deeds.removeFirst();
    }
    deeds.add(deed);
    mark();
    changed();
  }

  /** Returns the number of the next deed. */
  int nextDeed() {
    return deeds.isEmpty() ? 1 : deeds.getLast().number() + 1;
  }

  /** Shows a notice: one sentence a topic, beside the phase. */
  void notice(String topic, String sentence) {
    notices.show(topic, sentence);
    markNotice();
    changed();
  }

  /** Records that a failed step which changes something may have taken effect all the same. */
  void mayHaveTakenEffect(int index) {
    effects.mayHaveTakenEffect(steps.get(index));
  }

  /** Records that the undo of a step has looked: its effect is taken back or was never there. */
  void outcomeIsKnown(int index) {
    effects.isKnown(steps.get(index));
  }

  Effects effects() {
    return effects;
  }

  /** Withdraws a notice. People who were told of the notice are told that it no longer holds. */
  void withdraw(String topic) {
    if (notices.withdraw(topic)) {
      markNotice();
      changed();
    }
  }

  OperationState state() {
    OperationState state = plainState();
    return state.isRehearsal() ? state.rehearsed() : state;
  }

  private OperationState plainState() {
    return new OperationState(
        operation,
        request.cluster(),
        request.runbook(),
        title(),
        request.requestedBy(),
        requestedAt,
        phase,
        because,
        since,
        round,
        waitingOn,
        briefing,
        steps,
        approvals,
        notices.sentences(),
        choices,
        notices.all(),
        request.requester(),
        reason,
        taken,
        Optional.of(deeds));
  }

  /** Returns what the plan does, in place of what was asked for before there was a plan. */
  private String title() {
    return briefing
        .flatMap(Briefing::brief)
        .map(plan -> request.cluster() + ": " + plan.proposed())
        .orElse(request.title());
  }

  /** Returns the id of the question that this round asks. */
  String question() {
    return operation + "." + round;
  }

  /** Returns when the operation entered its phase. */
  Instant since() {
    return since;
  }

  int round() {
    return round;
  }

  /** Makes a new state known: updates the details on its page in Temporal. */
  private void changed() {
    Workflow.setCurrentDetails(Details.of(state(), Timers.now()));
  }
}
