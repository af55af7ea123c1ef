package io.quorate.workload;

import java.util.List;
import java.util.Optional;

/**
 * Form of the platform's controller of the workloads in which Quorate cannot hold members, and how
 * the platform gives it another one while the members run on.
 *
 * @param id of the objects as they are; a change is made of these and of no others
 * @param defect the form and its harm, in a sentence
 * @param blocks whether no member can be held before the change
 * @param change the change, as the sentence of a step
 * @param back the way back, as the sentence of a step
 * @param objection why the change cannot be made now, with the way out; empty where it can
 * @param warnings what a plan of the change says of its cost, and of what people have to do
 */
public record WorkloadForm(
    Stage stage,
    String id,
    String defect,
    boolean blocks,
    String change,
    String back,
    Optional<String> objection,
    List<String> warnings) {
  public WorkloadForm {
    warnings = List.copyOf(warnings);
  }

  /** Stage of the change. Names are stored: they are only added to. */
  public enum Stage {
    /** The controller has the form in which no member can be held. */
    UNFIT,
    /** The change, or the way back, has begun and has not ended. */
    BETWEEN,
    /** The controller has the other form, and the way back is known. */
    FITTED
  }

  /** The form at another stage, as a step leaves it. */
  public WorkloadForm at(Stage other) {
    return new WorkloadForm(other, id, defect, blocks, change, back, objection, warnings);
  }
}
