package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Input of a step's activity: the approved plan, and which of its steps to carry out.
 *
 * @param operation the id of the operation; part of every name that an effect leaves behind
 * @param release of Quorate that made the plan
 * @param sentence what the step does, for the log
 * @param index of the step; for an undo, of the step at which the plan ended
 * @param added ids that earlier steps brought about, by the member's name
 * @param back which of the recorded undo steps to carry out, when the operation is aborted
 * @param beginBefore until when the first change of the operation may begin on the approval; empty
 *     once a change has begun, and where nobody was asked (docs/etcd.md#n-24)
 * @param goesOnBefore until when a later change may begin, before people are asked again: a change
 *     that no worker began within six hours after it was due belongs to an old plan; empty for a
 *     step that only looks
 */
public record StepOrder(
    String operation,
    ClusterKey cluster,
    String release,
    String digest,
    Opaque plan,
    String sentence,
    int index,
    Map<String, String> added,
    Optional<TakeBack> back,
    Optional<Instant> beginBefore,
    Optional<Instant> goesOnBefore) {
  public StepOrder {
    added = Sorted.copyOf(added);
  }

  /**
   * Undo steps of an aborted operation, in the order in which they are carried out.
   *
   * @param at index of the undo step to carry out now
   */
  public record TakeBack(List<Opaque> steps, int at) {
    public TakeBack {
      steps = List.copyOf(steps);
    }
  }
}
