package io.quorate.operation;

import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.Objects;

/**
 * How a step is taken back when the operation is aborted, as the release said that made the plan.
 *
 * @param step the step that takes it back, for the activity
 */
public record RecordedUndo(
    String name, String type, String sentence, Hazard hazard, Duration attempt, Opaque step) {
  public RecordedUndo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(hazard, "hazard");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(step, "step");
    sentence = Missing.orElse(sentence, name);
  }
}
