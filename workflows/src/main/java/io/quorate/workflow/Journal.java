package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.plan.Plan;
import io.temporal.common.SearchAttributeKey;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an operation knows of itself. Each change is shown in the Temporal page's details and search
 * attributes at once; {@link #version} tells others that there is something to tell.
 */
final class Journal {
  static final SearchAttributeKey<String> CLUSTER = SearchAttributeKey.forKeyword("EtcdCluster");
  static final SearchAttributeKey<String> RUNBOOK = SearchAttributeKey.forKeyword("Runbook");
  static final SearchAttributeKey<String> PHASE =
      SearchAttributeKey.forKeyword(OperationNames.PHASE);
  static final SearchAttributeKey<String> WAITING_ON = SearchAttributeKey.forKeyword("WaitingOn");

  private final OperationRequest request;
  private final String operation;
  private final Instant requestedAt;
  private Phase phase = Phase.ASSESSING;
  private String because = "looking at the cluster";
  private Instant since;
  private int round;
  private Optional<String> waitingOn = Optional.empty();
  private Optional<Briefing> briefing = Optional.empty();
  private final List<StepState> steps = new ArrayList<>();
  private final List<Approval> approvals = new ArrayList<>();
  private final Map<String, String> notices = new TreeMap<>();
  private final List<String> skipped = new ArrayList<>();
  private List<Choice> choices = List.of();
  private boolean changedSomething;
  private long version;

  Journal(OperationRequest request) {
    this.request = request;
    this.operation =
        OperationRequest.operationId(
            request.cluster(), Workflow.getInfo().getFirstExecutionRunId());
    this.requestedAt = now();
    this.since = requestedAt;
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

  /** What operations are found by; each is an event of the history, so only what is new. */
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
    enter(next, why, Optional.empty());
  }

  /** Enters a phase in which it waits for somebody. */
  void await(Phase next, String why, String whom) {
    enter(next, why, Optional.of(whom));
  }

  private void enter(Phase next, String why, Optional<String> whom) {
    if (next != phase) {
      since = now();
    }
    boolean other = next != phase || !whom.equals(waitingOn);
    phase = next;
    because = why;
    waitingOn = whom;
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

  void planned(int number, Plan plan, Assessment assessment) {
    round = number;
    briefing = Optional.of(Briefing.of(plan, assessment.diagnosis(), assessment.finding()));
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

  void end(int index, Progress how, String evidence) {
    StepState ended = steps.get(index).ended(how, now(), evidence);
    steps.set(index, ended);
    // What is found done may have been done by an attempt that died before it could say so.
    boolean done = how == Progress.DONE || how == Progress.ALREADY_DONE;
    changedSomething |= done && ended.hazard().mutates();
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

  /** Says something besides, one sentence a topic. */
  void notice(String topic, String sentence) {
    if (!sentence.equals(notices.put(topic, sentence))) {
      changed();
    }
  }

  /** Whether a change to the cluster was made, or found made, in this round or one before. */
  boolean changedSomething() {
    return changedSomething;
  }

  /** What was done stays unless it is taken back; said where an operation ends early. */
  String whatStays() {
    return changedSomething ? "What was done before stays." : "Nothing was changed.";
  }

  void withdraw(String topic) {
    if (notices.remove(topic) != null) {
      changed();
    }
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
        choices);
  }

  private void changed() {
    version++;
    Workflow.setCurrentDetails(Details.of(state()));
  }
}
