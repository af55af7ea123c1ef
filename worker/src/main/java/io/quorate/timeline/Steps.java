package io.quorate.timeline;

import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.util.Locale;
import java.util.Optional;

/** Reads the steps of the run. */
record Steps(TimelineBuilder builder, Decoding decoding) {
  private static final String UNREAD = "A step of a plan that this release cannot read";

  /** Description of a step in its entry. */
  private record Told(String name, String sentence, Hazard hazard) {
    static Told of(RecordedStep step) {
      return new Told(step.name(), step.sentence(), step.hazard());
    }

    static Told of(RecordedUndo undo) {
      return new Told(undo.name(), undo.sentence(), undo.hazard());
    }
  }

  /** Adds the entry of a step whose activity was scheduled. */
  StepRun scheduled(StepOrder order) {
    boolean forward = order.back().isEmpty();
    if (forward) {
      builder.plan().ifPresent(plan -> withoutActivity(plan, order.index()));
    }
    int entry =
        add(
            forward ? TimelineEvent.STEP : TimelineEvent.UNDO,
            forward ? order.index() : order.back().orElseThrow().at(),
            forward ? step(order.index(), order.sentence()) : undo(order.sentence()),
            Progress.RUNNING);
    return new StepRun(
        builder, decoding, entry, forward ? Optional.of(order.index()) : Optional.empty());
  }

  private Told undo(String sentence) {
    return builder.plan().stream()
        .flatMap(plan -> plan.steps().stream())
        .flatMap(step -> step.undo().stream())
        .filter(undo -> undo.sentence().equals(sentence))
        .findFirst()
        .map(Told::of)
        .orElseGet(() -> new Told("undo", sentence, Hazard.REVERSIBLE));
  }

  /** Adds the entry of the step that asks people, which has no activity. */
  StepRun asking(int index) {
    return new StepRun(
        builder,
        decoding,
        add(TimelineEvent.STEP, index, step(index, UNREAD), Progress.RUNNING),
        Optional.of(index));
  }

  /** Adds the entry of a step that a person skipped. */
  void skipped(String evidence) {
    ended(builder.next(), Progress.SKIPPED, evidence);
  }

  /**
   * Adds entries of steps that the workflow carries out itself, which leave no event of their own.
   */
  private void withoutActivity(RecordedPlan plan, int before) {
    for (int index = builder.next(); index < Math.min(before, plan.steps().size()); index++) {
      switch (plan.steps().get(index).work()) {
        case StepMode.AskPeople ask -> ended(index, Progress.DONE, "nobody needed to be asked");
        case StepMode.Rehearsed rehearsed -> ended(index, Progress.DONE, "nothing was done");
        case StepMode.LetTimePass soak -> ended(index, Progress.DONE, "time was let pass");
        case StepMode.ByActivity activity -> {
          // A step with an activity has its entry already.
        }
        case StepMode.Bracket bracket -> {
          // A step with an activity has its entry already.
        }
        case StepMode.WaitOpenly waiting -> {
          // A step with an activity has its entry already.
        }
      }
    }
  }

  private void ended(int index, Progress how, String evidence) {
    int entry = add(TimelineEvent.STEP, index, step(index, UNREAD), how);
    builder.change(
        entry,
        told -> told.with(told.step().orElseThrow().ended(how.words(), builder.now(), evidence)));
    builder.passed(index);
  }

  /**
   * Returns the step at this index of the round's plan.
   *
   * @param otherwise its sentence when the plan cannot be read
   */
  private Told step(int index, String otherwise) {
    return builder
        .plan()
        .filter(plan -> index < plan.steps().size())
        .map(plan -> Told.of(plan.steps().get(index)))
        .orElseGet(() -> new Told("unknown", otherwise, Hazard.REVERSIBLE));
  }

  private int add(TimelineEvent what, int index, Told step, Progress how) {
    if (step.hazard().mutates() && how != Progress.SKIPPED) {
      builder.changing();
    }
    return builder.add(
        EntryJson.of(builder.now(), what, builder.round(), step.sentence())
            .with(
                new StepJson(
                    index + 1,
                    step.name(),
                    step.sentence(),
                    step.hazard().name().toLowerCase(Locale.ROOT),
                    how.words(),
                    builder.now(),
                    Optional.empty(),
                    Optional.empty(),
                    how == Progress.SKIPPED ? 0 : 1,
                    Optional.empty())));
  }
}
