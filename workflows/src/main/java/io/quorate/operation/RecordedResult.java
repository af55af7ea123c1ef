package io.quorate.operation;

import java.util.Map;
import java.util.Optional;

/**
 * Result of a step, as a history keeps it.
 *
 * @param evidence what was read back, in a sentence
 * @param added ids of members that the step brought into the membership, by name
 * @param sentence what was done, with ids that were not known when the plan was made
 * @param release of Quorate that carried it out, named to people when another release cannot read
 *     this value
 */
public record RecordedResult(
    Outcome outcome,
    String evidence,
    Map<String, String> added,
    Optional<String> sentence,
    Optional<String> release) {
  /** Outcome of a step. */
  public enum Outcome {
    DONE,
    /** The effect was there before: by an earlier attempt, by somebody else, or by etcd itself. */
    ALREADY_DONE
  }

  public RecordedResult {
    added = Sorted.copyOf(added);
  }
}
