package io.quorate.client;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.client.RequestRetry.Patience;
import io.quorate.client.RequestRetry.Sending;
import io.quorate.operation.OperationNames;
import io.quorate.operation.Request;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.TemporalFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sender of decisions about operations and of requests to steer them. The operation itself judges
 * whether one counts. A decision that no worker takes up is left with Temporal as a signal of the
 * same id: it neither gets lost with the gateway nor counts twice. A stranger's decision is refused
 * here and not sent.
 */
public final class OperationUpdates {
  private static final String NOT_RECORDED = "Not recorded: ";

  private static final DecisionAnswer NAMELESS =
      DecisionAnswer.refused(NOT_RECORDED + "it does not name the question that it answers.");

  private static final String ENDED = NOT_RECORDED + "the operation has ended.";

  /**
   * Beginning of the message with which Temporal's SDK refuses an update that reaches a run before
   * its handlers. Such a refusal says nothing about the decision, which is sent again.
   */
  static final String NO_HANDLER_YET = "Unknown update name";

  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final OperationDirectory directory;
  private final RequestRetry retry;
  private final Strangers strangers = new Strangers();

  OperationUpdates(
      WorkflowClient client,
      TemporalCalls calls,
      OperationDirectory directory,
      RequestRetry retry) {
    this.client = client;
    this.calls = calls;
    this.directory = directory;
    this.retry = retry;
  }

  /**
   * Sends a decision and waits as long as a person at the page or the command line does.
   *
   * @param id of the request: a repeated one never counts twice
   */
  public Outcome<DecisionAnswer> decide(String operation, String id, Decision decision) {
    Optional<DecisionAnswer> refusal = refusal(operation, decision);
    if (refusal.isPresent()) {
      return new Outcome.Done<>(refusal.get());
    }
    return refusals(retry.ask(atTheDesk(operation), decision(operation, id, decision)));
  }

  /**
   * Sends a click's decision and waits until it is answered.
   *
   * @param id of the click: a repeated one never counts twice
   * @param tell is called within Slack's time with what is known, and again with everything new
   */
  public void decide(
      String operation, String id, Decision decision, Consumer<Outcome<DecisionAnswer>> tell) {
    Optional<DecisionAnswer> refusal = refusal(operation, decision);
    if (refusal.isPresent()) {
      tell.accept(new Outcome.Done<>(refusal.get()));
      return;
    }
    Patience patience =
        new Patience(
            Deadlines.CLICK,
            "Not confirmed yet: Temporal or the worker does not answer. This message will show your"
                + " decision if it counts.");
    retry.follow(
        patience, decision(operation, id, decision), outcome -> tell.accept(refusals(outcome)));
  }

  /** Returns why a decision is not sent: a stranger's, or one that answers no question by name. */
  private Optional<DecisionAnswer> refusal(String operation, Decision decision) {
    return strangers
        .refusal(operation, decision)
        .or(() -> decision.question().isPresent() ? Optional.empty() : Optional.of(NAMELESS));
  }

  /** Sends a person's request to a running operation. */
  public Outcome<Request.Answer> request(String operation, String id, Request request) {
    return answered(retry.ask(atTheDesk(operation), request(operation, request, id)));
  }

  /**
   * Sends a click's request to a running operation and waits until it is answered.
   *
   * @param tell is called within Slack's time with what is known, and again with everything new
   */
  public void request(
      String operation, String id, Request request, Consumer<Outcome<Request.Answer>> tell) {
    Patience patience =
        new Patience(
            Deadlines.CLICK,
            "Not confirmed yet: Temporal or the worker does not answer. The thread will show it if"
                + " it counts.");
    retry.follow(
        patience, request(operation, request, id), outcome -> tell.accept(answered(outcome)));
  }

  private static Request.Answer refused(String why) {
    return new Request.Answer(false, why);
  }

  private static Outcome<Request.Answer> answered(Outcome<Request.Answer> outcome) {
    return outcome.recover(Outcome.Reason.UNKNOWN, OperationUpdates::refused);
  }

  private Sending<Request.Answer> request(String operation, Request request, String id) {
    var update =
        new Update<>(
            OperationNames.REQUEST, id, request, Request.Answer.class, OperationUpdates::refused);
    return sending(operation, update, OperationNames.REQUESTED);
  }

  private static Outcome<DecisionAnswer> refusals(Outcome<DecisionAnswer> outcome) {
    return outcome.recover(Outcome.Reason.UNKNOWN, DecisionAnswer::refused);
  }

  private static Patience atTheDesk(String operation) {
    return new Patience(
        Deadlines.ANSWER,
        "Not confirmed yet: no answer within "
            + Deadlines.words(Deadlines.ANSWER)
            + ". It is asked again; quorate show "
            + operation
            + " shows it if it counts.");
  }

  private record Update<R>(
      String name, String id, Object argument, Class<R> answer, Function<String, R> refused) {}

  private Sending<DecisionAnswer> decision(String operation, String id, Decision decision) {
    var update =
        new Update<>(
            OperationNames.DECIDE, id, decision, DecisionAnswer.class, DecisionAnswer::refused);
    return sending(operation, update, OperationNames.DECIDED);
  }

  private <R> Sending<R> sending(String operation, Update<R> update, String signal) {
    return new Sending<>() {
      @Override
      public Outcome<R> ask(Duration limit) {
        return toTheRunning(operation, run -> calls.within(limit, () -> send(run, update)));
      }

      @Override
      public Outcome<String> leave() {
        return toTheRunning(
            operation,
            run ->
                calls.within(
                    Deadlines.ANSWER,
                    () -> {
                      stub(run).signal(signal, update.id(), update.argument());
                      return recorded(operation);
                    }));
      }
    };
  }

  /**
   * Calls the operation's running run. The run is looked up each time, because an operation goes on
   * in another run after a continue-as-new.
   */
  private <R> Outcome<R> toTheRunning(
      String operation, Function<OperationExecution, Outcome<R>> call) {
    return directory
        .find(operation)
        .then(
            run -> {
              Outcome<R> outcome = call.apply(run);
              return isOver(outcome)
                  ? directory
                      .find(operation)
                      .then(now -> now.running() ? call.apply(now) : outcome)
                      .explain(Outcome.Reason.UNKNOWN, ENDED)
                  : outcome;
            });
  }

  private static boolean isOver(Outcome<?> outcome) {
    return outcome instanceof Outcome.Missed<?> missed && missed.reason() == Outcome.Reason.UNKNOWN;
  }

  private static String recorded(String operation) {
    return "Recorded durably, not counted yet: Temporal keeps it, and no worker has taken it up. It"
        + " counts when a worker runs; quorate show "
        + operation
        + " shows it then.";
  }

  private <R> R send(OperationExecution run, Update<R> update) {
    UpdateOptions<R> options =
        UpdateOptions.newBuilder(update.answer())
            .setUpdateName(update.name())
            .setUpdateId(update.id())
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    try {
      return stub(run).startUpdate(options, update.argument()).getResult();
    } catch (WorkflowUpdateException e) {
      String reason = reason(e);
      if (reason.startsWith(NO_HANDLER_YET)) {
        throw e;
      }
      return update.refused().apply(notRecorded(reason));
    }
  }

  private static String notRecorded(String reason) {
    String sentence = reason.endsWith(".") ? reason : reason + ".";
    return sentence.startsWith(NOT_RECORDED) ? sentence : NOT_RECORDED + sentence;
  }

  /** Returns the operation's own message, without the text that the SDK adds. */
  static String reason(WorkflowUpdateException problem) {
    return problem.getCause() instanceof TemporalFailure failure
            && failure.getOriginalMessage() != null
        ? failure.getOriginalMessage()
        : TemporalCalls.rootOf(problem);
  }

  private WorkflowStub stub(OperationExecution run) {
    return client.newUntypedWorkflowStub(
        run.workflowId(), Optional.of(run.runId()), Optional.empty());
  }
}
