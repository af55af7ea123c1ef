package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.AddedIds;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepState.Progress;
import io.quorate.plan.Plan;
import io.quorate.plan.StepResult;
import io.quorate.step.AskApproval;
import io.quorate.step.Soak;
import io.quorate.step.Step;
import io.quorate.workflow.Operation.End;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out one plan, step by step, with safe points between them. */
final class Round {
  private final Plan plan;
  private final int number;
  private final OperationRequest request;
  private final Journal journal;
  private final Desk desk;
  private final Looking looking;
  private AddedIds added = AddedIds.NONE;
  private boolean begun;
  private String evidence = "";

  Round(
      Plan plan,
      int number,
      OperationRequest request,
      Journal journal,
      Desk desk,
      Looking looking) {
    this.plan = plan;
    this.number = number;
    this.request = request;
    this.journal = journal;
    this.desk = desk;
    this.looking = looking;
  }

  /** How a round came out. */
  sealed interface Outcome {}

  /** All steps are done; the evidence is that of the last one. */
  record Done(String evidence) implements Outcome {}

  /** The world is not the one of the plan; the runbook is to be asked anew. */
  record Changed(String difference) implements Outcome {}

  /** The operation is over. */
  record Ended(End end) implements Outcome {}

  Outcome carryOut() {
    journal.enter(Phase.RUNNING, plan.title());
    for (int index = 0; index < plan.steps().size(); index++) {
      Optional<Outcome> stop = safePoint(index);
      if (stop.isEmpty()) {
        stop = next(index, plan.step(index, added));
      }
      if (stop.isPresent()) {
        return stop.get();
      }
    }
    return new Done(evidence);
  }

  /** The operation itself asks people and lets time pass; all else is an activity. */
  private Optional<Outcome> next(int index, Step step) {
    if (step instanceof AskApproval ask) {
      return new Asking(plan, question(), ask, request, journal, desk, looking).ask(index);
    }
    if (step instanceof Soak soak) {
      new Soaking(journal, desk).soak(index, soak, plan.title());
      return Optional.empty();
    }
    return carryOut(index, step);
  }

  private String question() {
    return journal.operation() + "." + number;
  }

  /**
   * No change without a yes to this very plan; the yes is good for 15 minutes, until the first
   * change was made (etcd-runbooks N-24).
   */
  private Optional<Outcome> staleYes(Step step) {
    if (!step.hazard().mutates() || begun) {
      return Optional.empty();
    }
    Optional<Approval> yes =
        journal
            .lastApproval()
            .filter(asked -> asked.question().id().equals(question()))
            .filter(asked -> asked.question().digest().equals(plan.digest()));
    if (yes.isEmpty()) {
      return Optional.of(
          new Ended(new End(Phase.STOPPED, "Nobody was asked about this plan; it is not begun.")));
    }
    if (yes.get().isGoodAt(Journal.now())) {
      return Optional.empty();
    }
    journal.replaceLastApproval(yes.get().voided());
    return Optional.of(new Changed(ApprovalPolicy.YES_IS_TOO_OLD));
  }

  /** Between two steps: here it pauses and here it stops. */
  private Optional<Outcome> safePoint(int index) {
    if (desk.paused().isPresent() && desk.aborted().isEmpty()) {
      journal.await(
          Phase.PAUSED,
          "paused by " + desk.paused().get().by() + " before step " + (index + 1),
          "continue");
      Workflow.await(() -> desk.paused().isEmpty() || desk.aborted().isPresent());
      journal.enter(Phase.RUNNING, plan.title());
    }
    return desk.aborted().map(by -> new Ended(abort(index, by)));
  }

  private Optional<Outcome> carryOut(int index, Step step) {
    int unanswered = 0;
    while (true) {
      Optional<Outcome> stale = staleYes(step);
      if (stale.isPresent()) {
        return stale;
      }
      journal.begin(index);
      try {
        done(index, attempt(index));
        return Optional.empty();
      } catch (ActivityFailure failure) {
        if (Reasons.isUnanswered(failure)
            && desk.aborted().isEmpty()
            && ++unanswered < Timeouts.UNANSWERED) {
          continue;
        }
        Optional<Optional<Outcome>> end = failed(index, failure);
        if (end.isPresent()) {
          return end.get();
        }
      }
    }
  }

  private void done(int index, StepResult result) {
    added = added.plus(result.added());
    evidence = result.evidence();
    begun |=
        result.outcome() == StepResult.Outcome.DONE && plan.steps().get(index).hazard().mutates();
    Progress how =
        switch (result.outcome()) {
          case DONE -> Progress.DONE;
          case ALREADY_DONE -> Progress.ALREADY_DONE;
        };
    journal.end(index, how, result.evidence());
  }

  /** One activity; an abort calls off a step that only observes, and waits for any other. */
  private StepResult attempt(int index) {
    Step step = plan.step(index, added);
    List<Promise<StepResult>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                running.add(
                    Workflow.newUntypedActivityStub(Timeouts.step(step.budget(), step.sentence()))
                        .executeAsync(
                            step.activityType(),
                            StepResult.class,
                            new StepOrder(plan, index, added))));
    scope.run();
    Promise<StepResult> result = running.get(0);
    Workflow.await(
        () -> result.isCompleted() || (desk.aborted().isPresent() && !step.hazard().mutates()));
    if (!result.isCompleted()) {
      scope.cancel("aborted");
    }
    return result.get();
  }

  /** Empty: try again. Otherwise what it means for the round, if it means anything. */
  private Optional<Optional<Outcome>> failed(int index, ActivityFailure failure) {
    String because = Reasons.of(failure);
    journal.end(index, Progress.FAILED, because);
    if (Reasons.isCancelled(failure) && desk.aborted().isPresent()) {
      return Optional.of(Optional.of(new Ended(abort(index, desk.aborted().get()))));
    }
    if (Reasons.is(failure, FailureTypes.CHANGED)) {
      return Optional.of(Optional.of(new Changed(because)));
    }
    return park(index, because);
  }

  /** Keeps its place and asks: retry, skip where that is safe, or abort. */
  private Optional<Optional<Outcome>> park(int index, String because) {
    Step step = plan.step(index, added);
    List<Choice> choices = choices(step);
    journal.await(
        Phase.PARKED,
        "stopped at step "
            + (index + 1)
            + " of "
            + plan.steps().size()
            + ", "
            + step.sentence()
            + ": "
            + because,
        step.maySkip() ? "retry, skip or abort" : "retry or abort");
    journal.offer(choices);
    desk.forgetChoice();
    Workflow.await(() -> desk.choice().isPresent() || desk.aborted().isPresent());
    if (desk.aborted().isPresent()) {
      return Optional.of(Optional.of(new Ended(abort(index, desk.aborted().get()))));
    }
    Request chosen = desk.choice().orElseThrow();
    desk.forgetChoice();
    journal.enter(Phase.RUNNING, plan.title());
    if (chosen.verb() == Request.Verb.SKIP) {
      journal.skip(index, chosen);
      return Optional.of(Optional.empty());
    }
    return Optional.empty();
  }

  private List<Choice> choices(Step step) {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice("retry", "do this step again, once you have removed the cause"));
    if (step.maySkip()) {
      choices.add(new Choice("skip", "go on without it, with a reason"));
    }
    choices.add(new Choice("abort", Undoing.sentence(plan, step, added)));
    return choices;
  }

  private End abort(int index, Request by) {
    return new End(Phase.ABORTED, who(by) + " " + new Undoing(plan, index, added, journal).undo());
  }

  static String who(Request by) {
    return "Aborted by " + by.by() + (by.reason().isBlank() ? "." : ": " + by.reason() + ".");
  }
}
