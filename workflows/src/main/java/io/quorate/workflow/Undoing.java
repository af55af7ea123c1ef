package io.quorate.workflow;

import io.quorate.cluster.AddedIds;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState.Progress;
import io.quorate.plan.Plan;
import io.quorate.plan.StepResult;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes back what an aborted plan did, from its last step backwards to the first that cannot be
 * taken back. The steps of this pass the guard like any other.
 */
final class Undoing {
  private final Plan plan;
  private final int index;
  private final AddedIds added;
  private final Journal journal;

  Undoing(Plan plan, int index, AddedIds added, Journal journal) {
    this.plan = plan;
    this.index = index;
    this.added = added;
    this.journal = journal;
  }

  /** What was taken back, and how the cluster is left, in a sentence or two. */
  String undo() {
    Plan back =
        new Plan(
            plan.runbook(),
            Map.of(),
            "Abort: " + plan.title(),
            plan.expected(index, added),
            steps(),
            List.of(),
            plan.promise());
    if (back.steps().isEmpty()) {
      return journal.whatStays();
    }
    List<String> undone = new ArrayList<>();
    for (int at = 0; at < back.steps().size(); at++) {
      Step step = back.step(at, added);
      journal.enter(Phase.RUNNING, "aborting: " + step.sentence());
      try {
        StepResult result =
            Workflow.newUntypedActivityStub(Timeouts.step(step.budget(), step.sentence()))
                .execute(step.activityType(), StepResult.class, new StepOrder(back, at, added));
        if (result.outcome() == StepResult.Outcome.DONE) {
          undone.add(step.sentence());
        }
      } catch (ActivityFailure failure) {
        return "Taken back: "
            + (undone.isEmpty() ? "nothing" : String.join("; ", undone))
            + ". Not taken back: "
            + step.sentence()
            + " ("
            + Reasons.of(failure)
            + "). A person has to look.";
      }
    }
    return undone.isEmpty()
        ? "Nothing had to be taken back. " + journal.whatStays()
        : "Taken back: " + String.join("; ", undone) + ".";
  }

  private List<Step> steps() {
    List<Step> back = new ArrayList<>();
    for (int at = Math.min(index, plan.steps().size() - 1); at >= 0; at--) {
      Progress progress = journal.state().steps().get(at).progress();
      boolean done = progress == Progress.DONE || progress == Progress.ALREADY_DONE;
      Step step = plan.step(at, added);
      if (done && step.hazard().compareTo(Hazard.IRREVERSIBLE) >= 0) {
        break;
      }
      if (done || progress == Progress.FAILED) {
        step.undo().map(undo -> bound(undo)).ifPresent(back::add);
      }
    }
    return back;
  }

  private Step bound(Step undo) {
    Step known = undo;
    for (var entry : added.byName().entrySet()) {
      known = known.bind(entry.getKey(), entry.getValue());
    }
    return known;
  }

  /** What an abort at this step would do, for those who are asked. */
  static String sentence(Plan plan, Step step, AddedIds added) {
    if (!added.byName().isEmpty()) {
      return "take back what can be taken back (the learner is removed) and end";
    }
    boolean somethingBack =
        step.undo().isPresent()
            || plan.steps().stream()
                .takeWhile(before -> !before.equals(step))
                .anyMatch(before -> before.undo().isPresent());
    return somethingBack
        ? "take back what can be taken back and end"
        : "end here; what is done stays";
  }
}
