package io.quorate.timeline;

import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.Request;
import io.quorate.wire.TimelineEvent;
import java.util.Optional;

/** Reads changes of the operation's phase. */
final class Phases {
  private final TimelineBuilder builder;
  private final Questions questions;
  private final Steps steps;
  private final Requests requests;
  private Optional<Integer> end = Optional.empty();

  Phases(TimelineBuilder builder, Questions questions, Steps steps, Requests requests) {
    this.builder = builder;
    this.questions = questions;
    this.steps = steps;
    this.requests = requests;
  }

  void enter(Phase next) {
    Phase before = builder.phase();
    if (next == before) {
      return;
    }
    builder.enter(next);
    if (before == Phase.WAITING_FOR_APPROVAL) {
      questions.close(next);
    }
    switch (next) {
      case ASSESSING -> anew(before);
      case WAITING_FOR_APPROVAL -> questions.ask();
      case RUNNING -> goesOn(before);
      case PAUSED -> builder.add(TimelineEvent.PAUSED, "Paused before " + place());
      case PARKED -> builder.add(TimelineEvent.PARKED, "Stopped at " + place() + ": " + trouble());
      case COMPLETED, NOT_NEEDED, REFUSED, REJECTED, EXPIRED, STOPPED, ABORTED ->
          end = Optional.of(builder.add(TimelineEvent.ENDED, next.words()));
    }
  }

  /** The number of the entry of the end, once there is one. */
  Optional<Integer> end() {
    return end;
  }

  private void anew(Phase before) {
    if (before != Phase.RUNNING || builder.roundIsDone()) {
      return;
    }
    Optional<TimelineBuilder.Trouble> changed =
        builder.trouble().filter(TimelineBuilder.Trouble::anew);
    if (changed.isPresent()) {
      builder.add(
          TimelineEvent.NOTICE,
          "The question before does not count any more. " + changed.get().because());
    } else {
      questions.tooOld();
    }
  }

  private void goesOn(Phase before) {
    if (before == Phase.PARKED) {
      requests.takeSkip().map(Request::skipped).ifPresent(steps::skipped);
    }
  }

  private String place() {
    Optional<RecordedPlan> plan =
        builder.plan().filter(known -> builder.next() < known.steps().size());
    return plan.map(
            known ->
                "step "
                    + (builder.next() + 1)
                    + " of "
                    + known.steps().size()
                    + ", "
                    + known.steps().get(builder.next()).sentence())
        .orElse("its next step");
  }

  private String trouble() {
    return builder.trouble().map(TimelineBuilder.Trouble::because).orElse("a step failed");
  }
}
