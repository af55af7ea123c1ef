package io.quorate.timeline;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepState.Progress;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads questions to people: asked, answered, expired, or void. */
final class Questions {
  private final String operation;
  private final TimelineBuilder builder;
  private final Steps steps;
  private final List<Decision> counted = new ArrayList<>();
  private Optional<StepRun> open = Optional.empty();
  private Optional<String> seen = Optional.empty();

  Questions(String operation, TimelineBuilder builder, Steps steps) {
    this.operation = operation;
    this.builder = builder;
    this.steps = steps;
  }

  /** Records the difference from the plan that people read. */
  void differs(String difference) {
    seen = Optional.of(difference);
  }

  /** Takes note of a decision that counted. */
  void decided(Decision decision) {
    counted.add(decision);
  }

  /** Asks the question of the current plan, because the operation began to wait for people. */
  void ask() {
    builder.plan().ifPresent(this::ask);
  }

  private void ask(RecordedPlan plan) {
    for (int index = builder.next(); index < plan.steps().size(); index++) {
      RecordedStep step = plan.steps().get(index);
      Optional<StepMode.AskPeople> asks = step.work().asks();
      if (asks.isPresent()) {
        counted.clear();
        seen = Optional.empty();
        open = Optional.of(steps.asking(index));
        builder.add(
            EntryJson.of(
                    builder.now(),
                    TimelineEvent.QUESTION_ASKED,
                    builder.round(),
                    step.sentence() + " about: " + plan.title())
                .with(question(plan, asks.get())));
        return;
      }
    }
  }

  private QuestionJson question(RecordedPlan plan, StepMode.AskPeople ask) {
    return new QuestionJson(
        operation + "." + builder.round(),
        plan.digest(),
        ask.approvals(),
        ask.group(),
        builder.now().plus(builder.limits().expireAfter()));
  }

  /** Closes the question when the operation waits no more; the next phase says how it ended. */
  void close(Phase next) {
    switch (next) {
      case RUNNING -> end(Progress.DONE, people());
      case REJECTED -> end(Progress.FAILED, "Rejected by " + people());
      case EXPIRED -> end(TimelineEvent.QUESTION_EXPIRED, "Nobody answered in time.");
      case ASSESSING -> end(TimelineEvent.QUESTION_VOID, difference());
      case WAITING_FOR_APPROVAL, PAUSED, PARKED -> {
        // The question is still open.
      }
      case COMPLETED, NOT_NEEDED, REFUSED, STOPPED, ABORTED ->
          end(TimelineEvent.QUESTION_VOID, "The operation ended before an answer.");
    }
  }

  /**
   * Ends the question because its approval is too old: nothing else ends a round with steps left
   * and no failed step.
   */
  void tooOld() {
    builder.add(TimelineEvent.QUESTION_VOID, ApprovalPolicy.YES_IS_TOO_OLD);
  }

  private String difference() {
    return seen.orElse("The plan would be another one now.");
  }

  private void end(TimelineEvent what, String sentence) {
    if (open.isPresent()) {
      end(Progress.FAILED, sentence);
      builder.add(what, sentence);
    }
  }

  private void end(Progress how, String evidence) {
    open.ifPresent(
        run -> {
          builder.change(
              run.entry(),
              told ->
                  told.with(told.step().orElseThrow().ended(how.words(), builder.now(), evidence)));
          if (how == Progress.DONE) {
            run.index().ifPresent(builder::passed);
          }
        });
    open = Optional.empty();
  }

  private String people() {
    return String.join(", ", counted.stream().map(Decision::who).toList());
  }
}
