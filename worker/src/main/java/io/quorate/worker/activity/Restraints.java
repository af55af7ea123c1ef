package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Restraint;
import java.util.Optional;

/** Source of what holds back the proposal of an incident. */
@FunctionalInterface
public interface Restraints {
  /** Source that holds nothing back. */
  Restraints NONE = (cluster, runbook, trouble) -> Optional.empty();

  /**
   * Returns the restraint; empty where the incident may propose at once.
   *
   * @param runbook that answers the trouble
   * @param trouble the diagnosis with the condition of each member
   */
  Optional<Restraint> of(ClusterKey cluster, String runbook, String trouble);
}
