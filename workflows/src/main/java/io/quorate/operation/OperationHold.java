package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.List;

/**
 * Answer of an operation that has the cluster and waits for people, to an incident that wants it.
 *
 * @param operation its id
 * @param phase the words of its phase: {@code parked}
 * @param because why it waits
 * @param verbs what people can ask of it: {@code retry}, {@code abort}; empty when it goes on
 * @param changed whether it made changes, or may have
 */
public record OperationHold(
    ClusterKey cluster,
    String operation,
    String runbook,
    String phase,
    String because,
    List<String> verbs,
    boolean changed) {
  public OperationHold {
    verbs = List.copyOf(verbs);
  }

  /** Returns whether the operation waits for people; else it goes on, or did not wait. */
  public boolean lasts() {
    return !verbs.isEmpty();
  }

  /** Returns what people are told: what has the cluster, and what to type. */
  public String sentence() {
    return "Nothing is proposed, because another operation has the cluster: "
        + operation
        + " ("
        + runbook
        + ") is "
        + phase
        + ", "
        + because
        + ". "
        + (changed ? "It has made changes, so it is not ended without a person. " : "")
        + "Read it: quorate show "
        + operation
        + ". Then end its wait: "
        + String.join(
            ", or ", verbs.stream().map(verb -> "quorate " + verb + " " + cluster).toList())
        + ".";
  }
}
