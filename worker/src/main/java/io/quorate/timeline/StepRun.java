package io.quorate.timeline;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.StepState.Progress;
import io.quorate.wire.TimelineJson.StepJson;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Reads one execution of a step.
 *
 * @param entry the number of its entry
 * @param index index of the step in the round's plan; empty for a step that takes something back
 */
record StepRun(TimelineBuilder builder, Decoding decoding, int entry, Optional<Integer> index)
    implements ActivityRead {
  /** Types of failures after which the operation prescribes anew and asks nobody how to go on. */
  private static final Set<String> ANEW = Set.of(FailureTypes.CHANGED, FailureTypes.STALE_YES);

  @Override
  public void began(int attempt, Optional<String> earlierFailure) {
    change(step -> step.attempted(attempt, earlierFailure));
  }

  @Override
  public void completed(Instant at, Payloads result) {
    RecordedResult read;
    try {
      read = decoding.first(result, RecordedResult.class);
    } catch (UnreadPayload later) {
      // Temporal completed the activity; only what it answered is unknown.
      change(step -> step.ended(Progress.DONE.words(), at, later.sentence()));
      index.ifPresent(builder::passed);
      return;
    }
    Progress how =
        switch (read.outcome()) {
          case DONE -> Progress.DONE;
          case ALREADY_DONE -> Progress.ALREADY_DONE;
        };
    change(step -> step.ended(how.words(), at, read.evidence()));
    if (index.isEmpty()) {
      // The plan was made before the member had the id that the result names.
      read.sentence().ifPresent(sentence -> builder.change(entry, told -> told.worded(sentence)));
    }
    index.ifPresent(builder::passed);
  }

  @Override
  public void failed(Instant at, Failure failure) {
    String because = decoding.because(failure);
    change(step -> step.ended(Progress.FAILED.words(), at, because));
    boolean anew = ANEW.contains(failure.getApplicationFailureInfo().getType());
    index.ifPresent(any -> builder.failed(new TimelineBuilder.Trouble(because, anew)));
  }

  @Override
  public void calledOff(Instant at) {
    change(step -> step.ended(Progress.FAILED.words(), at, "it was called off"));
  }

  private void change(UnaryOperator<StepJson> how) {
    builder.change(entry, told -> told.with(how.apply(told.step().orElseThrow())));
  }
}
