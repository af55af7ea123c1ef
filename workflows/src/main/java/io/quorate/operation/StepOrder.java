package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The input of a step's activity: the plan as it was approved, and which step of it.
 *
 * @param operation the id of the operation; part of every name that an effect leaves behind
 * @param release of Quorate that made the plan
 * @param sentence what the step does, for the log
 * @param index of the step; when something is taken back, of the step at which the plan ended
 * @param added ids that earlier steps brought about, by the member's name
 * @param back which of the recorded undo steps to carry out, when the operation is aborted
 * @param beginBefore until when the first change of the operation may begin on the yes to it; empty
 *     once one has begun, and where nobody was asked (docs/etcd.md#n-24)
 */
public record StepOrder(
    String operation,
    ClusterKey cluster,
    String release,
    String digest,
    Opaque plan,
    String sentence,
    Integer index,
    Map<String, String> added,
    Optional<TakeBack> back,
    Optional<Instant> beginBefore) {
  public StepOrder {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(digest, "digest");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(index, "index");
    release = Missing.orElse(release, "(unknown)");
    sentence = Missing.orElse(sentence, "");
    added = Missing.orEmpty(added);
    back = back == null ? Optional.empty() : back;
    beginBefore = Missing.orEmpty(beginBefore);
  }

  /**
   * What is taken back, in its order.
   *
   * @param at which of them is to be carried out now
   */
  public record TakeBack(List<Opaque> steps, Integer at) {
    public TakeBack {
      Objects.requireNonNull(at, "at");
      steps = List.copyOf(steps);
    }
  }
}
