package io.quorate.timeline;

import io.quorate.operation.StepState.Progress;
import io.quorate.plan.Plan;
import io.quorate.step.AskApproval;
import io.quorate.step.Soak;
import io.quorate.step.Step;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import io.quorate.workflow.StepOrder;
import java.util.Locale;
import java.util.Optional;

/** The steps of the run as entries. */
final class Steps {
  private final Course course;
  private final Decoding decoding;

  Steps(Course course, Decoding decoding) {
    this.course = course;
    this.decoding = decoding;
  }

  /** A step's activity was scheduled. */
  StepRun scheduled(StepOrder order) {
    boolean forward =
        course.plan().filter(plan -> plan.steps().equals(order.plan().steps())).isPresent();
    if (forward) {
      withoutActivity(order.plan(), order.index());
    }
    int entry =
        add(
            forward ? TimelineEvent.STEP : TimelineEvent.UNDO,
            order.index(),
            order.step(),
            Progress.RUNNING);
    return new StepRun(
        course, decoding, entry, forward ? Optional.of(order.index()) : Optional.empty());
  }

  /** The step that asks people; it has no activity. */
  StepRun asking(int index) {
    return new StepRun(
        course,
        decoding,
        add(TimelineEvent.STEP, index, step(index), Progress.RUNNING),
        Optional.of(index));
  }

  /** The step that is next was left out by a person. */
  void skipped(String evidence) {
    ended(course.next(), Progress.SKIPPED, evidence);
  }

  /** Steps that the operation carries out by itself leave no event of their own. */
  private void withoutActivity(Plan plan, int before) {
    for (int index = course.next(); index < before; index++) {
      if (plan.steps().get(index) instanceof AskApproval) {
        ended(index, Progress.DONE, "nobody needed to be asked");
      } else if (plan.steps().get(index) instanceof Soak) {
        ended(index, Progress.DONE, "time was let pass");
      }
    }
  }

  private void ended(int index, Progress how, String evidence) {
    int entry = add(TimelineEvent.STEP, index, step(index), how);
    course.change(
        entry,
        told -> told.with(told.step().orElseThrow().ended(how.words(), course.now(), evidence)));
    course.passed(index);
  }

  private Step step(int index) {
    return course.plan().orElseThrow().steps().get(index);
  }

  private int add(TimelineEvent what, int index, Step step, Progress how) {
    return course.add(
        EntryJson.of(course.now(), what, course.round(), step.sentence())
            .with(
                new StepJson(
                    index + 1,
                    step.name(),
                    step.sentence(),
                    step.hazard().name().toLowerCase(Locale.ROOT),
                    how.words(),
                    course.now(),
                    Optional.empty(),
                    Optional.empty(),
                    how == Progress.SKIPPED ? 0 : 1,
                    Optional.empty())));
  }
}
