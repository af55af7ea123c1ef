package io.quorate.operation;

import io.quorate.step.Hazard;
import java.time.Duration;

/**
 * Undo of a step, for an aborted operation, as the release that made the plan recorded it.
 *
 * @param step the undo step itself, for the activity
 */
public record RecordedUndo(
    String name, String type, String sentence, Hazard hazard, Duration attempt, Opaque step) {}
