package io.quorate.workflow;

import io.quorate.operation.BackupNames;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.Request;
import io.quorate.operation.RoundMemory;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.step.Reason;
import io.quorate.workflow.OperationProgress.WaitsFor;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Round of an operation: carries out one recorded plan, step by step, with safe points between
 * them. When the operation was continued in a new run, the round begins where the run before
 * stopped.
 */
final class Round {
  private final OperationParts parts;
  private final OperationProgress progress;
  private final PendingRequests pending;
  private final OperationPosition position;
  private final ApprovalCover cover;
  private final PlaceWait place;

  Round(OperationParts parts) {
    this.parts = parts;
    this.progress = parts.progress();
    this.pending = parts.pending();
    this.position = parts.position();
    this.cover = new ApprovalCover(progress, position);
    this.place = new PlaceWait(parts);
  }

  /** Continuation after an attempt at a step. */
  private sealed interface Next {}

  /** The step is tried again. */
  private record Retry() implements Next {}

  /** The step is done, or left out. */
  private record Continue() implements Next {}

  /** The round is over. */
  private record Stop(RoundOutcome outcome) implements Next {}

  /**
   * Carries out the steps. A bracket ends with the round, so that the platform has its workloads
   * while people think about the next plan.
   */
  RoundOutcome carryOut() {
    RoundOutcome outcome = carryOutSteps();
    return switch (outcome) {
      case RoundOutcome.Done done -> done;
      case RoundOutcome.Changed changed -> closed(changed, changed.difference());
      case RoundOutcome.Voided voided -> closed(voided, voided.difference());
      case RoundOutcome.Ended ended when ended.end().phase() == Phase.ABORTED -> ended;
      case RoundOutcome.Ended ended -> closed(ended, ended.end().because());
    };
  }

  private RoundOutcome closed(RoundOutcome outcome, String because) {
    return new Compensation(parts.request(), at(), progress)
        .close()
        .<RoundOutcome>map(
            left -> new RoundOutcome.Ended(new End(Phase.STOPPED, because + " " + left)))
        .orElse(outcome);
  }

  private RoundOutcome carryOutSteps() {
    while (!at().isOver()) {
      Optional<RoundOutcome> stop = isBegun() ? Optional.empty() : readyToBegin();
      if (stop.isEmpty()) {
        stop = next(at().step());
      }
      if (stop.isPresent()) {
        return stop.get();
      }
    }
    return new RoundOutcome.Done(at().evidence());
  }

  /**
   * Waits at the safe point before the step, and for the place of an operation that changes
   * something. A yes that becomes stale meanwhile ends the round: people are asked again.
   */
  private Optional<RoundOutcome> readyToBegin() {
    return safePoint().or(this::awaitPlace);
  }

  private Optional<RoundOutcome> awaitPlace() {
    Optional<RoundOutcome> stop = Optional.empty();
    while (stop.isEmpty() && !place.isTaken(at().step(), order())) {
      stop = cover.missing().or(this::safePoint);
    }
    return stop;
  }

  private RoundMemory at() {
    return position.at();
  }

  /**
   * Returns whether the run before stopped in the middle of this step, in a wait. The wait goes on,
   * and a pause holds only before the next step, as it does without a new run.
   */
  private boolean isBegun() {
    return progress.stepProgress(at().index()) != Progress.PENDING;
  }

  private Optional<RoundOutcome> next(RecordedStep step) {
    return switch (step.work()) {
      case StepMode.AskPeople ask -> {
        place.free();
        Optional<RoundOutcome> stop =
            new ApprovalWait(at().plan(), at().index(), ask, parts).ask(watched(Optional.empty()));
        if (stop.isEmpty()) {
          position.move(at().passed());
        }
        yield stop;
      }
      case StepMode.Rehearsed rehearsed -> rehearse(rehearsed);
      case StepMode.LetTimePass soak -> {
        place.free();
        new SoakWait(parts).soak(soak);
        position.move(at().passed());
        yield Optional.empty();
      }
      case StepMode.WaitOpenly wait -> waitOpenly(step, wait);
      case StepMode.Bracket bracket -> carryOut(step, bracket.byActivity());
      case StepMode.ByActivity activity -> carryOut(step, activity);
    };
  }

  /**
   * Passes a step of a rehearsal, which has nothing to carry out, or asks its question. An approved
   * rehearsal ends there: no later step begins on the approval.
   */
  private Optional<RoundOutcome> rehearse(StepMode.Rehearsed step) {
    int index = at().index();
    if (step.question().isEmpty()) {
      progress.begin(index);
      progress.end(index, Progress.DONE, "rehearsed: nothing was done");
      position.move(at().passed());
      return Optional.empty();
    }
    return new ApprovalWait(at().plan(), index, step.question().get(), parts)
        .ask(watched(Optional.empty()))
        .or(() -> Optional.of(new RoundOutcome.Ended(rehearsed())));
  }

  private End rehearsed() {
    return new End(
        Phase.COMPLETED,
        "Approved by "
            + ApprovalWait.who(progress.lastApproval().orElseThrow())
            + ". In earnest the plan would begin now. "
            + progress.effects().whatStays());
  }

  /** Lets an activity wait for something; a person may end the wait. */
  private Optional<RoundOutcome> waitOpenly(RecordedStep step, StepMode.WaitOpenly work) {
    ContinuableWait wait = new ContinuableWait(parts, work);
    wait.begin();
    Optional<RoundOutcome> stop = carryOut(step, work.byActivity());
    pending.forgetContinue();
    if (stop.isEmpty()) {
      wait.pass();
    }
    return stop;
  }

  private Optional<ContinuableWait> openWait(RecordedStep step) {
    return step.work() instanceof StepMode.WaitOpenly work
        ? Optional.of(new ContinuableWait(parts, work))
        : Optional.empty();
  }

  private Optional<RoundOutcome> carryOut(RecordedStep step, StepMode.ByActivity work) {
    while (true) {
      switch (tryOnce(step, work)) {
        case Retry again -> {
          // A person chose the retry; the activity looks at the cluster before it acts.
        }
        case Continue passed -> {
          return Optional.empty();
        }
        case Stop stop -> {
          return Optional.of(stop.outcome());
        }
      }
    }
  }

  private Next tryOnce(RecordedStep step, StepMode.ByActivity work) {
    if (at().parked().isPresent()) {
      return park(step, at().parked().get(), progress.reason());
    }
    // A step that was parked has given its place back.
    Optional<RoundOutcome> stop = cover.missing().or(this::awaitPlace);
    if (stop.isPresent()) {
      return new Stop(stop.get());
    }
    progress.begin(at().index());
    try {
      Opaque result = attempt(step, work);
      return PayloadReader.of(result, RecordedResult.class)
          .map(this::done)
          .orElseGet(() -> unread(step, result));
    } catch (ActivityFailure failure) {
      return failed(step, failure);
    }
  }

  /**
   * Pauses or aborts the operation, if a person asked for either, between two steps. The round is
   * over too when a member had to be brought back during the pause.
   */
  private Optional<RoundOutcome> safePoint() {
    parts.waits().safePoint();
    if (pending.paused().isPresent() && pending.aborted().isEmpty()) {
      place.free();
      progress.await(
          Phase.PAUSED,
          "paused by " + pending.paused().get().by() + " before step " + (at().index() + 1),
          WaitsFor.OPERATOR,
          "continue");
      OperationHolds.tell(progress, pending);
      Optional<String> over =
          parts.rest().watch("pause", watched(Optional.of(new Parked(Cause.NONE))), this::goesOn);
      if (over.isPresent()) {
        return over.map(RoundOutcome.Changed::new);
      }
      parts.waits().until(this::goesOn);
      progress.withdraw("pause");
      progress.enter(Phase.RUNNING, at().plan().title());
      OperationHolds.over(progress, pending);
    }
    return pending.aborted().map(by -> new RoundOutcome.Ended(abort(by)));
  }

  private boolean goesOn() {
    return pending.paused().isEmpty() || pending.aborted().isPresent();
  }

  private Next done(RecordedResult result) {
    int index = at().index();
    position.move(at().done(result));
    Progress how =
        switch (result.outcome()) {
          case DONE -> Progress.DONE;
          case ALREADY_DONE -> Progress.ALREADY_DONE;
        };
    progress.end(index, how, result.evidence());
    return new Continue();
  }

  /**
   * Runs one activity for the step. An abort cancels it where that is safe; elsewhere the workflow
   * waits for its end.
   */
  private Opaque attempt(RecordedStep step, StepMode.ByActivity work) {
    List<Promise<Opaque>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                running.add(
                    Workflow.newUntypedActivityStub(options(step, work))
                        .executeAsync(work.type(), Opaque.class, order())));
    scope.run();
    Promise<Opaque> result = running.get(0);
    boolean calledOff = work.abort() == StepMode.OnAbort.CALL_OFF;
    Workflow.await(
        () ->
            result.isCompleted()
                || pending.continued().isPresent()
                || (pending.aborted().isPresent() && calledOff));
    if (!result.isCompleted()) {
      scope.cancel(pending.continued().isPresent() ? "continued" : "aborted");
    }
    return result.get();
  }

  private ActivityOptions options(RecordedStep step, StepMode.ByActivity work) {
    ActivityOptions each = Timeouts.step(work.attempt(), step.hazard(), step.sentence());
    return openWait(step).map(wait -> wait.within(each)).orElse(each);
  }

  private StepOrder order() {
    RoundMemory at = at();
    return new StepOrder(
        progress.operation(),
        parts.request().cluster(),
        at.plan().release(),
        at.plan().digest(),
        at.plan().body(),
        at.step().sentence(),
        at.index(),
        at.added(),
        Optional.empty(),
        cover.beginBefore(),
        cover.goesOnBefore());
  }

  private WatchOrder watched(Optional<Parked> parked) {
    return new WatchOrder(
        parts.looking().order(position.options(), position.looks()), order(), parked);
  }

  private Next failed(RecordedStep step, ActivityFailure failure) {
    String because =
        openWait(step).map(wait -> wait.because(failure)).orElseGet(() -> Reasons.of(failure));
    if (Reasons.isUnknown(failure) || Reasons.isCancelled(failure)) {
      progress.mayHaveTakenEffect(at().index());
    }
    Optional<Request> enough = pending.continued().filter(by -> Reasons.isCancelled(failure));
    if (enough.isPresent()) {
      return waitedEnough(enough.get());
    }
    Optional<Request> abort = pending.aborted();
    if (abort.isPresent() && isCalledOff(step, failure)) {
      progress.end(at().index(), Progress.FAILED, because);
      return new Stop(new RoundOutcome.Ended(abort(abort.get())));
    }
    if (Reasons.is(failure, FailureTypes.CHANGED)) {
      progress.end(at().index(), Progress.FAILED, because);
      return new Stop(new RoundOutcome.Changed(because));
    }
    if (Reasons.is(failure, FailureTypes.STALE_YES)) {
      progress.end(at().index(), Progress.FAILED, because);
      return new Stop(new RoundOutcome.Voided(because));
    }
    // A person's word that came together with the failure was counted: nobody has to be asked.
    return pending
        .continued()
        .map(this::waitedEnough)
        .orElseGet(() -> failed(step, because, Reasons.reason(failure)));
  }

  private Next waitedEnough(Request by) {
    String evidence = "ended by " + by.by() + (by.reason().isBlank() ? "" : ": " + by.reason());
    progress.end(at().index(), Progress.DONE, evidence);
    position.move(at().passed());
    return new Continue();
  }

  /**
   * Returns whether an abort ended the attempt. An attempt that failed because it left something
   * half done, or whose worker fell silent after the abort, counts too.
   */
  private static boolean isCalledOff(RecordedStep step, ActivityFailure failure) {
    return Reasons.isCancelled(failure)
        || (step.work() instanceof StepMode.ByActivity work
            && work.abort() == StepMode.OnAbort.CALL_OFF);
  }

  /** Parks after a step whose result this release cannot read; the step may have taken effect. */
  private Next unread(RecordedStep step, Opaque result) {
    progress.mayHaveTakenEffect(at().index());
    return failed(step, PayloadReader.needed(result), Optional.empty());
  }

  private Next failed(RecordedStep step, String because, Optional<Reason> reason) {
    progress.end(at().index(), Progress.FAILED, because);
    position.move(at().parked(Optional.of(because)));
    return park(step, because, reason);
  }

  /**
   * Parks the operation at the step and asks a person: retry, skip where that is safe, or abort.
   */
  private Next park(RecordedStep step, String because, Optional<Reason> reason) {
    String sentence =
        "stopped at step "
            + (at().index() + 1)
            + " of "
            + at().plan().steps().size()
            + ", "
            + step.sentence()
            + ": "
            + because;
    if (isUnattended() || onlyLooks()) {
      return new Stop(
          new RoundOutcome.Ended(
              new End(Phase.STOPPED, sentence + ". " + progress.effects().whatStays(), reason)));
    }
    openWait(step).ifPresent(ContinuableWait::park);
    place.free();
    Parking.Answer answer =
        parts
            .parking()
            .ask(sentence, reason, choices(step), watched(Optional.of(new Parked(Cause.THERE))));
    if (answer.over().isPresent()) {
      return new Stop(new RoundOutcome.Changed(answer.over().get()));
    }
    if (answer.wanted().isPresent()) {
      String wish = "The incident of the cluster needs it: " + answer.wanted().get().trouble();
      return new Stop(
          new RoundOutcome.Ended(
              new End(
                  Phase.STOPPED, sentence + ". " + progress.effects().whatStays() + " " + wish)));
    }
    Optional<Request> chosen = answer.chosen();
    if (chosen.isEmpty()) {
      return new Stop(new RoundOutcome.Ended(abort(pending.aborted().orElseThrow())));
    }
    progress.enter(Phase.RUNNING, at().plan().title());
    OperationHolds.over(progress, pending);
    if (chosen.get().verb() == Request.Verb.SKIP) {
      progress.skip(at().index(), chosen.get());
      position.move(at().passed());
      return new Continue();
    }
    position.move(at().parked(Optional.empty()));
    openWait(step).ifPresent(ContinuableWait::open);
    return new Retry();
  }

  /**
   * Returns whether a schedule asked for the operation, and nothing was changed. Nobody waits for
   * it then, and parked it would keep a recovery from the cluster; the schedule asks again.
   */
  private boolean isUnattended() {
    return parts.request().requestedBy().equals(BackupNames.REQUESTER) && !progress.effects().any();
  }

  /**
   * Returns whether the plan only looks, as a drill and a backup do, and nothing was changed. Who
   * wants it starts it again, and parked it would keep a recovery from the cluster. A wait in the
   * open is a part of a recovery, and people may want to go on with it.
   */
  private boolean onlyLooks() {
    return !progress.effects().any()
        && openWait(at().step()).isEmpty()
        && at().plan().steps().stream().noneMatch(step -> step.hazard().mutates());
  }

  private List<Choice> choices(RecordedStep step) {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice("retry", "do this step again, once you have removed the cause"));
    if (step.maySkip()) {
      choices.add(new Choice("skip", "go on without it, with a reason"));
    }
    choices.add(new Choice("abort", new Compensation(parts.request(), at(), progress).sentence()));
    return choices;
  }

  private End abort(Request by) {
    return new End(
        Phase.ABORTED,
        End.abortedBy(by) + " " + new Compensation(parts.request(), at(), progress).undo());
  }
}
