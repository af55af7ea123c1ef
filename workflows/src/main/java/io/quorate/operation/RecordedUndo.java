package io.quorate.operation;

import io.quorate.step.Hazard;
import java.time.Duration;

/**
 * How a step is taken back when the operation is aborted, as the release said that made the plan.
 *
 * @param step the step that takes it back, for the activity
 */
public record RecordedUndo(
    String name, String type, String sentence, Hazard hazard, Duration attempt, Opaque step) {}
