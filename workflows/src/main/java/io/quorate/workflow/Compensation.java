package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.RoundMemory;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compensation of an aborted plan: takes steps back, from the last one to the first that cannot be
 * taken back. The undo steps are the ones recorded with the plan; the guard judges each like any
 * other step.
 */
final class Compensation {
  private final OperationRequest request;
  private final RoundMemory round;
  private final OperationProgress progress;

  Compensation(OperationRequest request, RoundMemory round, OperationProgress progress) {
    this.request = request;
    this.round = round;
    this.progress = progress;
  }

  /**
   * Carries out the undo steps; returns what was taken back, and how the cluster is left, in a
   * sentence or two.
   */
  String undo() {
    List<RecordedUndo> back = steps();
    if (back.isEmpty()) {
      return progress.effects().whatStays();
    }
    List<String> undone = new ArrayList<>();
    for (int at = 0; at < back.size(); at++) {
      RecordedUndo undo = back.get(at);
      String sentence = undo.sentence();
      progress.enter(Phase.RUNNING, "aborting: " + sentence);
      try {
        Opaque answer = carryOut(back, at);
        Optional<RecordedResult> result = Understanding.of(answer, RecordedResult.class);
        if (result.isEmpty()) {
          return notAll(undone, sentence, Understanding.needed(answer));
        }
        if (result.get().outcome() == RecordedResult.Outcome.DONE) {
          undone.add(result.get().sentence().orElse(sentence));
        }
        if (at == 0 && takesBackTheLastStep()) {
          progress.outcomeIsKnown(round.index());
        }
      } catch (ActivityFailure failure) {
        return notAll(undone, sentence, Reasons.of(failure));
      }
    }
    return undone.isEmpty()
        ? "Nothing had to be taken back. " + progress.effects().whatStays()
        : "Taken back: " + String.join("; ", undone) + "." + whatIsUnknown();
  }

  /** Returns whether the first undo step belongs to the step at which the plan was aborted. */
  private boolean takesBackTheLastStep() {
    return !round.isOver() && round.step().undo().isPresent();
  }

  private static String notAll(List<String> undone, String sentence, String because) {
    return "Taken back: "
        + (undone.isEmpty() ? "nothing" : String.join("; ", undone))
        + ". Not taken back: "
        + sentence
        + " ("
        + because
        + "). A person has to look.";
  }

  private Opaque carryOut(List<RecordedUndo> back, int at) {
    RecordedPlan plan = round.plan();
    RecordedUndo undo = back.get(at);
    StepOrder order =
        new StepOrder(
            progress.operation(),
            request.cluster(),
            plan.release(),
            plan.digest(),
            plan.body(),
            undo.sentence(),
            round.index(),
            round.added(),
            Optional.of(new StepOrder.TakeBack(back.stream().map(RecordedUndo::step).toList(), at)),
            Optional.empty(),
            Optional.empty());
    return Workflow.newUntypedActivityStub(
            Timeouts.step(undo.attempt(), undo.hazard(), undo.sentence()))
        .execute(undo.type(), Opaque.class, order);
  }

  private String whatIsUnknown() {
    return progress.effects().whatIsUnknown().map(words -> " " + words).orElse("");
  }

  private List<RecordedUndo> steps() {
    List<RecordedUndo> back = new ArrayList<>();
    List<RecordedStep> steps = round.plan().steps();
    for (int at = Math.min(round.index(), steps.size() - 1); at >= 0; at--) {
      Progress how = progress.state().steps().get(at).progress();
      boolean done = how == Progress.DONE || how == Progress.ALREADY_DONE;
      if (done && steps.get(at).hazard().compareTo(Hazard.IRREVERSIBLE) >= 0) {
        break;
      }
      if (done || how == Progress.FAILED) {
        steps.get(at).undo().ifPresent(back::add);
      }
    }
    return back;
  }

  /**
   * Describes what an abort would do now, by the steps that it would take back, for the person whom
   * a parked operation asks. How much a learner has received is in the words of the step that
   * failed, beside this sentence.
   */
  String sentence() {
    if (steps().isEmpty()) {
      return "end here; what is done stays";
    }
    if (!round.added().isEmpty()) {
      return "take back what can be taken back (the learner is removed, and what it has received"
          + " is of no use any more) and end";
    }
    return "take back what can be taken back and end";
  }
}
