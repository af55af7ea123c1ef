package io.quorate.workflow;

import io.quorate.operation.Effects;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.RoundMemory;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.WritesUnderWay;
import io.quorate.step.Hazard;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compensation of a plan that is left before its end. An abort takes steps back, from the last one
 * to the first that cannot be taken back. A bracket ends however the plan is left. The undo steps
 * are the ones recorded with the plan; the guard judges each like any other step.
 */
record Compensation(OperationRequest request, RoundMemory round, OperationProgress progress) {
  /**
   * Carries out the undo steps; returns what was taken back, and how the cluster is left, in a
   * sentence or two. Brackets end last, also where another step could not be taken back.
   */
  String undo() {
    if (steps().isEmpty() && brackets().isEmpty()) {
      return progress.effects().whatStays();
    }
    List<String> undone = new ArrayList<>();
    List<Untaken> left =
        Stream.of(steps(), brackets())
            .flatMap(back -> takeBack("aborting: ", back, undone).stream())
            .toList();
    if (!left.isEmpty()) {
      boolean nothing = undone.isEmpty() && left.stream().allMatch(one -> one.open().isEmpty());
      String did = nothing ? "Quorate did nothing to go back." : wentBack(undone);
      return (did
              + whatStays()
              + " "
              + notAll(left.stream().map(Untaken::words).collect(Collectors.joining("; ")))
              + whatIsUnknown(left))
          .strip();
    }
    return undone.isEmpty()
        ? "Nothing had to be taken back. " + progress.effects().whatStays()
        : wentBack(undone) + whatStays() + whatIsUnknown(left);
  }

  /**
   * Undo steps that were not carried out.
   *
   * @param words the undo step that failed with the cause, and those behind it
   * @param open the sentence of the undo step that failed, where it may have taken effect
   */
  private record Untaken(String words, Optional<String> open) {}

  /**
   * Ends the brackets of a plan that is left without an abort; returns which could not be ended, in
   * a sentence.
   */
  Optional<String> close() {
    return takeBack("leaving the plan: ", brackets(), new ArrayList<>())
        .map(left -> notAll(left.words()) + whatIsUnknown(List.of(left)));
  }

  /** Carries out these undo steps up to the first that fails; returns that step and the cause. */
  private Optional<Untaken> takeBack(String why, List<RecordedUndo> back, List<String> undone) {
    for (int at = 0; at < back.size(); at++) {
      RecordedUndo undo = back.get(at);
      progress.enter(Phase.RUNNING, why + undo.sentence());
      try {
        Opaque answer = carryOut(back, at);
        Optional<RecordedResult> result = PayloadReader.of(answer, RecordedResult.class);
        if (result.isEmpty()) {
          return Optional.of(failed(back, at, PayloadReader.needed(answer), true));
        }
        if (result.get().outcome() == RecordedResult.Outcome.DONE) {
          String done = result.get().sentence().orElse(undo.sentence());
          undone.add(
              brackets().contains(undo) ? done + " (" + result.get().evidence() + ")" : done);
        }
        if (at == 0 && takesBackTheLastStep(undo)) {
          progress.outcomeIsKnown(round.index());
        }
      } catch (ActivityFailure failure) {
        return Optional.of(failed(back, at, Reasons.of(failure), Reasons.isUnknown(failure)));
      }
    }
    return Optional.empty();
  }

  private static Untaken failed(
      List<RecordedUndo> back, int at, String because, boolean mayHaveTakenEffect) {
    String untried =
        back.stream().skip(at + 1L).map(RecordedUndo::sentence).collect(Collectors.joining("; "));
    String sentence = back.get(at).sentence();
    return new Untaken(
        sentence
            + " ("
            + because
            + ")"
            + (untried.isEmpty() ? "" : "; then, not tried: " + untried),
        Optional.of(sentence).filter(any -> mayHaveTakenEffect));
  }

  /** Returns whether the undo step belongs to the step at which the plan was left. */
  private boolean takesBackTheLastStep(RecordedUndo undo) {
    return !round.isOver() && round.step().undo().filter(undo::equals).isPresent();
  }

  private static String notAll(String left) {
    return WritesUnderWay.NOT_TAKEN_BACK + left + ". A person has to look.";
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

  private static String wentBack(List<String> undone) {
    return undone.isEmpty()
        ? ""
        : "Quorate did this to go back: " + String.join("; ", undone) + ".";
  }

  /** Returns the steps that were done and that no abort takes back, in a sentence. */
  private String whatStays() {
    List<RecordedUndo> back = steps();
    List<String> stays =
        IntStream.rangeClosed(0, last())
            .filter(this::isDone)
            .mapToObj(round.plan().steps()::get)
            .filter(step -> step.hazard().mutates() && !(step.work() instanceof StepMode.Bracket))
            .filter(step -> step.undo().filter(back::contains).isEmpty())
            .map(RecordedStep::sentence)
            .toList();
    return stays.isEmpty() ? "" : " Done before, and not undone: " + String.join("; ", stays) + ".";
  }

  private String whatIsUnknown(List<Untaken> left) {
    List<String> unknown =
        Stream.concat(
                progress.effects().unknown().stream(),
                left.stream().flatMap(one -> one.open().stream()))
            .toList();
    return unknown.isEmpty() ? "" : " " + Effects.notKnown(String.join("; ", unknown));
  }

  private List<RecordedUndo> steps() {
    List<RecordedUndo> back = new ArrayList<>();
    for (int at = last(); at >= 0; at--) {
      RecordedStep step = round.plan().steps().get(at);
      if (isDone(at) && step.hazard().compareTo(Hazard.IRREVERSIBLE) >= 0) {
        break;
      }
      if (mayHaveBegun(at) && !(step.work() instanceof StepMode.Bracket)) {
        step.undo().ifPresent(back::add);
      }
    }
    return back;
  }

  /** The undo of the brackets that may be open, also before a step that cannot be taken back. */
  private List<RecordedUndo> brackets() {
    return IntStream.rangeClosed(0, last())
        .filter(this::mayHaveBegun)
        .mapToObj(round.plan().steps()::get)
        .filter(step -> step.work() instanceof StepMode.Bracket)
        .flatMap(step -> step.undo().stream())
        .toList();
  }

  private int last() {
    return Math.min(round.index(), round.plan().steps().size() - 1);
  }

  private boolean isDone(int at) {
    return progress.stepProgress(at).isDone();
  }

  private boolean mayHaveBegun(int at) {
    return isDone(at) || progress.stepProgress(at) == Progress.FAILED;
  }

  /**
   * Describes what an abort would do now, by the steps that it would take back, for the person whom
   * a parked operation asks. How much a learner has received is in the words of the step that
   * failed, beside this sentence.
   */
  String sentence() {
    if (steps().isEmpty() && brackets().isEmpty()) {
      return "end here; what is done stays";
    }
    if (!round.added().isEmpty()) {
      return "take back what can be taken back (the learner is removed, and what it has received"
          + " is of no use any more) and end";
    }
    return "take back what can be taken back and end";
  }
}
