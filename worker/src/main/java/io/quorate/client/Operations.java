package io.quorate.client;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Request;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.TemporalFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Starts, shows, decides about and steers operations. Every call has a deadline. */
public final class Operations {
  public static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration ONE_UPDATE = Duration.ofSeconds(50);
  private static final int MOST_SUMMARY_BYTES = 200;
  private static final String ENDED = "Not recorded: the operation has ended.";

  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final RequestRetry asking;
  private final String taskQueue;
  private final NotifierTrouble trouble;

  Operations(WorkflowClient client, TemporalCalls calls, RequestRetry asking, String taskQueue) {
    this.client = client;
    this.calls = calls;
    this.asking = asking;
    this.taskQueue = taskQueue;
    this.trouble = new NotifierTrouble(client);
  }

  /** Outcome of a start that Temporal answered. */
  public sealed interface Start {
    /** The operation runs. */
    record New(String operation) implements Start {}

    /** Another operation holds the cluster. */
    record Busy(String runId) implements Start {}
  }

  /** One operation per cluster: Temporal itself refuses the second one. */
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
    Outcome<Start> outcome = calls.within(LIMIT, () -> start(request, options));
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
              .newUntypedWorkflowStub(OperationTypes.of(request.runbook()), options)
              .start(request);
      return new Start.New(OperationRequest.operationId(request.cluster(), started.getRunId()));
    } catch (WorkflowExecutionAlreadyStarted e) {
      return new Start.Busy(e.getExecution().getRunId());
    }
  }

  /** Temporal takes 200 bytes. */
  private static String summary(String title) {
    String line = title.replaceAll("\\s+", " ").strip();
    while (line.getBytes(StandardCharsets.UTF_8).length > MOST_SUMMARY_BYTES) {
      line = line.substring(0, line.offsetByCodePoints(line.length(), -1));
    }
    return line;
  }

  /** The operation's state. Temporal keeps the last state of an ended one; others need a worker. */
  public Outcome<OperationState> show(OperationExecution target) {
    return show(target, LIMIT);
  }

  /** The operation's state, with a deadline of the caller's. */
  public Outcome<OperationState> show(OperationExecution target, Duration limit) {
    Outcome<OperationState> state = calls.within(limit, () -> query(target));
    // Temporal has just named this run, so what does not answer now is the worker.
    return state instanceof Outcome.Missed<OperationState> missed
            && missed.reason() == Outcome.Reason.UNREACHABLE
        ? Outcome.missed(Outcome.Reason.NO_WORKER, noWorker(target))
        : state;
  }

  /** Runs the questions at the same time with one deadline. */
  public <T> List<Outcome<T>> all(Duration limit, List<Callable<T>> questions) {
    return calls.all(limit, questions);
  }

  /** The operation's state, with the SDK's own deadline and exceptions. */
  public OperationState query(OperationExecution target) {
    return trouble.noticed(state(target));
  }

  private OperationState state(OperationExecution target) {
    return target.running() || target.cutOff().isPresent()
        ? target.ending(stub(target).query(OperationNames.STATE, OperationState.class))
        : stub(target).getResult(OperationState.class);
  }

  private static String noWorker(OperationExecution target) {
    return "No worker answers for "
        + target.operation()
        + ": none is running, or it cannot reach Temporal. Nothing is lost; start it with:"
        + " quorate serve";
  }

  /**
   * Passes a decision on; whether it counts is the operation's to say.
   *
   * @param target looked up with every attempt, so that it may be asked while Temporal is away
   * @param id of the click or request: the same one never counts twice
   * @param patience how long the person waits for an answer
   */
  public Outcome<DecisionAnswer> decide(
      Supplier<Outcome<OperationExecution>> target,
      String id,
      Decision decision,
      Patience patience) {
    var ask = new Ask<>(OperationNames.DECIDE, id, decision, DecisionAnswer.class);
    return ask(target, ask, patience, DecisionAnswer::refused);
  }

  /** Passes on what a person asks of a running operation. */
  public Outcome<Request.Answer> request(
      Supplier<Outcome<OperationExecution>> target, String id, Request request, Patience patience) {
    var ask = new Ask<>(OperationNames.REQUEST, id, request, Request.Answer.class);
    return ask(target, ask, patience, why -> new Request.Answer(false, why));
  }

  /** How long a person waits, and what is said after that. */
  public record Patience(Duration limit, String late) {
    /** For the page and the command line. */
    public static Patience usual(OperationExecution target) {
      return new Patience(
          LIMIT,
          "Not confirmed yet: no answer within "
              + TemporalCalls.words(LIMIT)
              + ". It is asked again; quorate show "
              + target.operation()
              + " shows it if it counts.");
    }
  }

  private record Ask<R>(String update, String id, Object argument, Class<R> answer) {}

  private <R> Outcome<R> ask(
      Supplier<Outcome<OperationExecution>> target,
      Ask<R> ask,
      Patience patience,
      Function<String, R> refused) {
    Outcome<R> outcome =
        asking.ask(
            patience.limit(),
            patience.late(),
            () ->
                target
                    .get()
                    .then(
                        one ->
                            calls
                                .within(ONE_UPDATE, () -> update(one, ask, refused))
                                .explain(Outcome.Reason.UNKNOWN, ENDED)));
    return outcome instanceof Outcome.Missed<R> missed && missed.reason() == Outcome.Reason.UNKNOWN
        ? new Outcome.Done<>(refused.apply(missed.sentence()))
        : outcome;
  }

  private <R> R update(OperationExecution target, Ask<R> ask, Function<String, R> refused) {
    UpdateOptions<R> options =
        UpdateOptions.newBuilder(ask.answer())
            .setUpdateName(ask.update())
            .setUpdateId(ask.id())
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    try {
      return stub(target).startUpdate(options, ask.argument()).getResult();
    } catch (WorkflowUpdateException e) {
      return refused.apply("Not recorded: " + reason(e) + ".");
    }
  }

  /** The words of the operation itself, without those the SDK puts around them. */
  private static String reason(WorkflowUpdateException problem) {
    return problem.getCause() instanceof TemporalFailure failure
            && failure.getOriginalMessage() != null
        ? failure.getOriginalMessage()
        : TemporalCalls.rootOf(problem);
  }

  private WorkflowStub stub(OperationExecution target) {
    return client.newUntypedWorkflowStub(
        target.workflowId(), Optional.of(target.runId()), Optional.empty());
  }
}
