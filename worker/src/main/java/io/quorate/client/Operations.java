package io.quorate.client;

import io.quorate.cluster.StableName;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Client of operations: starts, shows and queries them. Every call has a deadline, except {@link
 * #query}.
 */
public final class Operations {
  private static final int MOST_SUMMARY_BYTES = 200;

  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final String taskQueue;
  private final NotifierTrouble trouble;
  private final RunTroubles failures;
  private final KnownOperations known = new KnownOperations();

  Operations(WorkflowClient client, TemporalCalls calls, RunTroubles failures, String taskQueue) {
    this.client = client;
    this.calls = calls;
    this.taskQueue = taskQueue;
    this.trouble = new NotifierTrouble(client);
    this.failures = failures;
  }

  /** Outcome of a start that Temporal answered. */
  public sealed interface Start {
    /** The operation that was started. */
    record New(String operation) implements Start {}

    /** A refusal, because another operation holds the cluster. */
    record Busy(String runId) implements Start {}
  }

  /** Starts an operation. Temporal itself refuses a second one for the cluster. */
  public Outcome<Start> start(OperationRequest request) {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(OperationRequest.workflowId(request.cluster()))
            .setTaskQueue(taskQueue)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setStaticSummary(summary(request.title()))
            .build();
    Outcome<Start> outcome = calls.within(Deadlines.ANSWER, () -> start(request, options));
    return outcome instanceof Outcome.Missed<Start> missed
        ? Outcome.missed(
            missed.reason(),
            missed.sentence()
                + " Whether the operation was started is not known: look at quorate operations "
                + request.cluster()
                + ".")
        : outcome;
  }

  private Start start(OperationRequest request, WorkflowOptions options) {
    try {
      WorkflowExecution started =
          client
              .newUntypedWorkflowStub(StableName.typeOf(request.runbook()), options)
              .start(request);
      return new Start.New(OperationRequest.operationId(request.cluster(), started.getRunId()));
    } catch (WorkflowExecutionAlreadyStarted e) {
      return new Start.Busy(e.getExecution().getRunId());
    }
  }

  /**
   * Returns whether this operation makes way for anybody who wants the cluster: it follows another
   * operation by itself, is a rehearsal, or is over. Returns false for an operation that does not
   * answer within the limit.
   */
  public boolean makesWay(OperationExecution running, Duration limit) {
    return show(running, limit) instanceof Outcome.Done<OperationState> done
        && (done.value().makesWay() || done.value().phase().ended());
  }

  /**
   * Returns whether this operation is over and only its report is still being written, which takes
   * seconds. Returns false for an operation that does not answer within the limit.
   */
  public boolean isClosing(OperationExecution running, Duration limit) {
    return show(running, limit) instanceof Outcome.Done<OperationState> done
        && done.value().phase().ended();
  }

  /**
   * Asks the running operation to make way for a request, and waits until the operation has closed.
   * An operation that does not make way goes on. The start of the wanted operation is refused then.
   */
  public void makeWay(OperationExecution running, OperationRequest wanted) {
    String who = wanted.requester().named(wanted.requestedBy());
    IncidentWish wish =
        new IncidentWish(wanted.runbook(), who + " starts " + wanted.runbook() + ".");
    calls.within(
        Deadlines.LONG_ANSWER,
        () -> {
          WorkflowStub stub = stub(running);
          if (!isClosing(running, Deadlines.PART)) {
            stub.signal(OperationNames.WANTED, OpaqueValues.of(wish));
          }
          return stub.getResult(
              Deadlines.LONG_ANSWER.toMillis(), TimeUnit.MILLISECONDS, OperationState.class);
        });
  }

  /** Returns the title cut to the 200 bytes that Temporal accepts. */
  private static String summary(String title) {
    String line = title.replaceAll("\\s+", " ").strip();
    while (line.getBytes(StandardCharsets.UTF_8).length > MOST_SUMMARY_BYTES) {
      line = line.substring(0, line.offsetByCodePoints(line.length(), -1));
    }
    return line;
  }

  /**
   * Returns the operation's state. Temporal keeps the last state of an ended operation; others need
   * a worker.
   */
  public Outcome<OperationState> show(OperationExecution target) {
    return show(target, Deadlines.ANSWER);
  }

  /** Returns the operation's state, with a deadline of the caller's. */
  public Outcome<OperationState> show(OperationExecution target, Duration limit) {
    Outcome<OperationState> state = calls.within(limit, () -> query(target));
    return state instanceof Outcome.Missed<OperationState> missed
            && missed.reason() != Outcome.Reason.UNKNOWN
        ? Outcome.missed(Outcome.Reason.NO_WORKER, why(target, missed))
        : state;
  }

  /** Runs the questions at the same time with one deadline. */
  public <T> List<Outcome<T>> all(Duration limit, List<Callable<T>> questions) {
    return calls.all(limit, questions);
  }

  /** Returns the operation's state, with the SDK's own deadline and exceptions. */
  public OperationState query(OperationExecution target) {
    OperationState state = state(target);
    return known.keep(
        target,
        trouble.noticed(
            target.running()
                ? underWay(target).map(at -> at.shownIn(state)).orElse(state)
                : state));
  }

  /** Returns what operations answered last. */
  public KnownOperations known() {
    return known;
  }

  /** Asks the operations that a list wanted to know, and had no time to ask. */
  void askWanted() {
    List<Callable<OperationState>> questions =
        known.wanted().stream().<Callable<OperationState>>map(one -> () -> query(one)).toList();
    all(Deadlines.LONG_ANSWER, questions);
  }

  /**
   * Returns since when people cannot be told of an operation or incident.
   *
   * @param subject its id
   * @param ended whether it has ended
   * @param now stands in where the notifier does not say since when
   */
  public Optional<Instant> untoldSince(String subject, boolean ended, Instant now) {
    return trouble.of(subject, ended).map(failing -> failing.since().orElse(now));
  }

  /** Returns how far people have been told of an operation; empty where that is not known. */
  Optional<NotifierProgress> told(String operation) {
    return calls.within(Deadlines.PART, () -> trouble.progress(operation))
            instanceof Outcome.Done<Optional<NotifierProgress>> done
        ? done.value()
        : Optional.empty();
  }

  private Optional<StepUnderWay> underWay(OperationExecution target) {
    return StepUnderWay.of(
        stub(target).describe().getRawDescription(), client.getOptions().getDataConverter());
  }

  private OperationState state(OperationExecution target) {
    return target.running() || target.cutOff().isPresent()
        ? target.ending(stub(target).query(OperationNames.STATE, OperationState.class))
        : stub(target).getResult(OperationState.class);
  }

  /**
   * Returns why the state could not be read. Temporal has just named this run, so its worker does
   * not answer.
   */
  private String why(OperationExecution target, Outcome.Missed<OperationState> missed) {
    if (calls.within(Deadlines.PART, () -> failures.of(target))
            instanceof Outcome.Done<Optional<String>> failure
        && failure.value().isPresent()) {
      return failure.value().get();
    }
    return missed.reason() == Outcome.Reason.NO_WORKER ? missed.sentence() : noWorker(target);
  }

  private static String noWorker(OperationExecution target) {
    return "No worker answers for "
        + target.operation()
        + ": none is running, or it cannot reach Temporal. Nothing is lost; start it with:"
        + " quorate serve";
  }

  private WorkflowStub stub(OperationExecution target) {
    return client.newUntypedWorkflowStub(
        target.workflowId(), Optional.of(target.runId()), Optional.empty());
  }
}
