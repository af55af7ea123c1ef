package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.operation.Briefing;
import io.quorate.operation.Notice;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.Request;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.temporal.common.SearchAttributeKey;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

  /** Messages that were withdrawn longer ago say so already, where people were told of them. */
  private static final int WITHDRAWN = 20;

  /** Whom an operation waits for. */
  enum WaitsFor {
    NOBODY,
    APPROVERS,
    /** A person who says how to go on. */
    OPERATOR
  }

  private final OperationRequest request;
  private final String operation;
  private final Instant requestedAt;
  private Phase phase = Phase.ASSESSING;
  private String because = "looking at the cluster";
  private Instant since;
  private int round;
  private WaitsFor waitsFor = WaitsFor.NOBODY;
  private Optional<String> waitingOn = Optional.empty();
  private Optional<Briefing> briefing = Optional.empty();
  private final List<StepState> steps = new ArrayList<>();
  private final List<Approval> approvals = new ArrayList<>();
  private final Map<String, String> notices = new TreeMap<>();
  private final Map<String, String> withdrawn = new LinkedHashMap<>();
  private final List<String> skipped = new ArrayList<>();
  private List<Choice> choices = List.of();
  private boolean changedSomething;
  private Optional<String> unknown = Optional.empty();
  private long version;

  OperationProgress(OperationRequest request) {
    this(request, now());
  }

  private OperationProgress(OperationRequest request, Instant requestedAt) {
    this.request = request;
    // The first run's: the id stays when the operation continues in a new run, and when an
    // operator resets it in Temporal.
    this.operation =
        OperationRequest.operationId(
            request.cluster(), Workflow.getInfo().getFirstExecutionRunId());
    this.requestedAt = requestedAt;
    this.since = requestedAt;
  }

  /** The progress that the run before wrote down. */
  static OperationProgress of(OperationRequest request, OperationMemory memory) {
    OperationState state = memory.state();
    OperationProgress progress = new OperationProgress(request, state.requestedAt());
    progress.phase = state.phase();
    progress.because = state.because();
    progress.since = state.since();
    progress.round = state.round();
    progress.waitingOn = state.waitingOn();
    progress.waitsFor = waitsFor(state);
    progress.briefing = state.briefing();
    progress.steps.addAll(state.steps());
    progress.approvals.addAll(state.approvals());
    progress.choices = state.choices();
    progress.notices.putAll(memory.shown().notices());
    state.topics().stream()
        .filter(Notice::withdrawn)
        .forEach(notice -> progress.withdrawn.put(notice.topic(), notice.sentence()));
    progress.skipped.addAll(memory.shown().skipped());
    progress.changedSomething = memory.shown().changedSomething();
    progress.unknown = memory.shown().unknown();
    return progress;
  }

  private static WaitsFor waitsFor(OperationState state) {
    if (state.waitingOn().isEmpty()) {
      return WaitsFor.NOBODY;
    }
    return state.phase() == Phase.WAITING_FOR_APPROVAL ? WaitsFor.APPROVERS : WaitsFor.OPERATOR;
  }

  /** What is shown later, for the next run. */
  OperationMemory.Shown shown() {
    return new OperationMemory.Shown(notices, skipped, changedSomething, unknown);
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  void open() {
    Workflow.upsertTypedSearchAttributes(
        CLUSTER.valueSet(request.cluster().value()), RUNBOOK.valueSet(request.runbook()));
    index();
    changed();
  }

  /** What operations are found by. */
  private void index() {
    Workflow.upsertTypedSearchAttributes(
        PHASE.valueSet(phase.words()), WAITING_ON.valueSet(waitingOn.orElse("nobody")));
  }

  String operation() {
    return operation;
  }

  Phase phase() {
    return phase;
  }

  long version() {
    return version;
  }

  /** Enters a phase in which the operation works, or has ended. */
  void enter(Phase next, String why) {
    enter(next, why, WaitsFor.NOBODY, Optional.empty());
  }

  /** Enters a phase in which it waits for somebody. */
  void await(Phase next, String why, WaitsFor whom, String words) {
    enter(next, why, whom, Optional.of(words));
  }

  private void enter(Phase next, String why, WaitsFor whom, Optional<String> words) {
    if (next != phase) {
      since = now();
    }
    boolean other = next != phase || whom != waitsFor;
    phase = next;
    because = why;
    waitsFor = whom;
    waitingOn = words;
    choices = List.of();
    if (other) {
      index();
    }
    changed();
  }

  void offer(List<Choice> offered) {
    choices = List.copyOf(offered);
    changed();
  }

  /** A new round begins with this plan. */
  void planned(RecordedPlan plan) {
    round++;
    briefing = Optional.of(plan.briefing());
    steps.clear();
    plan.steps().forEach(step -> steps.add(StepState.pending(step)));
    changed();
  }

  void begin(int index) {
    steps.set(index, steps.get(index).begun(now()));
    changed();
  }

  /** Begins a step that says at once what it waits for. */
  void begin(int index, String words) {
    steps.set(index, steps.get(index).begun(now(), words));
    changed();
  }

  /** How far this step of the round is. */
  Progress stepProgress(int index) {
    return steps.get(index).progress();
  }

  void end(int index, Progress how, String evidence) {
    StepState ended = steps.get(index).ended(how, now(), evidence);
    steps.set(index, ended);
    // What is found done may have been done by an attempt that died before it could say so.
    boolean done = how == Progress.DONE || how == Progress.ALREADY_DONE;
    changedSomething |= done && ended.hazard().mutates();
    if (done) {
      unknown = unknown.filter(sentence -> !sentence.equals(ended.sentence()));
    }
    if (done && ended.savesSnapshot()) {
      // Whoever is asked reads of the snapshot of this plan, not of the one before it.
      briefing = briefing.map(known -> known.snapshotSaved(index + 1, evidence));
    }
    changed();
  }

  /**
   * A person left a step out. It stays visible when the steps of the next round take its place, and
   * whoever is asked for a yes after it reads it first.
   */
  void skip(int index, Request by) {
    end(index, Progress.SKIPPED, by.skipped());
    String sentence =
        "Round " + round + " without: " + steps.get(index).sentence() + ", " + by.skipped() + ".";
    skipped.add(sentence);
    briefing = briefing.map(known -> known.warning(sentence));
    notice("skip " + round + "." + (index + 1), sentence);
  }

  /** The last sentence, and what people left out. */
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

  /** The question that was asked last. */
  Optional<Approval> lastApproval() {
    return approvals.isEmpty()
        ? Optional.empty()
        : Optional.of(approvals.get(approvals.size() - 1));
  }

  void replaceLastApproval(Approval approval) {
    approvals.set(approvals.size() - 1, approval);
    changed();
  }

  /** The question of this round, or the yes to it, holds no longer; one that ended stays so. */
  void voidQuestion(String because) {
    lastApproval()
        .filter(asked -> asked.question().id().equals(question()))
        .ifPresent(asked -> replaceLastApproval(asked.voided(because)));
  }

  /** Says something besides, one sentence a topic. */
  void notice(String topic, String sentence) {
    notices.put(topic, sentence);
    withdrawn.remove(topic);
    changed();
  }

  /** A step that changes something failed, and it may have taken effect all the same. */
  void mayHaveTakenEffect(int index) {
    if (steps.get(index).hazard().mutates()) {
      unknown = Optional.of(steps.get(index).sentence());
    }
  }

  /** The undo of a step has looked: whatever the step did is taken back, or was not there. */
  void outcomeIsKnown(int index) {
    unknown = unknown.filter(sentence -> !sentence.equals(steps.get(index).sentence()));
  }

  /**
   * Whether a change to the cluster was made, or found made, or may have been, in this round or one
   * before.
   */
  boolean changedSomething() {
    return changedSomething || unknown.isPresent();
  }

  /** What was done stays unless it is taken back; said where an operation ends early. */
  String whatStays() {
    if (unknown.isEmpty()) {
      return changedSomething ? "What was done before stays." : "Nothing was changed.";
    }
    return (changedSomething ? "What was done before stays. " : "") + whatIsUnknown().orElse("");
  }

  /** What may have taken effect or not, in a sentence. */
  Optional<String> whatIsUnknown() {
    return unknown.map(sentence -> "Whether this took effect is not known: " + sentence + ".");
  }

  /** Takes a notice back. People who were told of it are told that it is no longer so. */
  void withdraw(String topic) {
    String sentence = notices.remove(topic);
    if (sentence != null) {
      withdrawn.put(topic, sentence);
      if (withdrawn.size() > WITHDRAWN) {
        withdrawn.remove(withdrawn.keySet().iterator().next());
      }
      changed();
    }
  }

  private List<Notice> topics() {
    Map<String, Notice> all = new TreeMap<>();
    withdrawn.forEach((topic, sentence) -> all.put(topic, new Notice(topic, sentence, true)));
    notices.forEach((topic, sentence) -> all.put(topic, new Notice(topic, sentence, false)));
    return List.copyOf(all.values());
  }

  OperationState state() {
    return new OperationState(
        operation,
        request.cluster(),
        request.runbook(),
        request.title(),
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
        List.copyOf(notices.values()),
        choices,
        topics());
  }

  /** The id of the question that this round asks. */
  String question() {
    return operation + "." + round;
  }

  /** Since when it is in its phase. */
  Instant since() {
    return since;
  }

  int round() {
    return round;
  }

  /** The one place where a new state is made known. */
  private void changed() {
    version++;
    Workflow.setCurrentDetails(Details.of(state()));
  }
}
