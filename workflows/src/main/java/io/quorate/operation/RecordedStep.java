package io.quorate.operation;

import io.quorate.step.Hazard;
import java.util.Optional;

/**
 * One step of a plan as a history keeps it: all that a workflow needs to know of the step.
 *
 * @param material the part of the sentence that an approval is about
 * @param skip whether a person may skip it with a reason
 * @param undo empty when nothing has to, or can, be taken back
 */
public record RecordedStep(
    String name,
    String sentence,
    String material,
    Hazard hazard,
    StepMode work,
    Skip skip,
    Optional<RecordedUndo> undo) {
  /** Whether a person may skip a step. */
  public enum Skip {
    WITH_A_REASON,
    NEVER
  }

  public boolean maySkip() {
    return skip == Skip.WITH_A_REASON;
  }
}
