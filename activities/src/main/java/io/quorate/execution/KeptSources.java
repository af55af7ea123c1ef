package io.quorate.execution;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RestoreSource;
import io.quorate.plan.ApprovedSource;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import java.util.List;

/**
 * The snapshots that are kept when a plan makes its first change. The looks around a step do not
 * ask the store.
 */
record KeptSources(SnapshotStore store, ClusterKey cluster) {
  /**
   * Requires that the approved snapshot is still in the store, that it may still be restored, and
   * that it is still the furthest one. Throws {@link Failure.Refused}, or {@link WorldChanged}
   * where another one reaches further by now.
   */
  void requireFurthest(ApprovedSource approved) {
    List<RestoreSource> kept =
        approved.isForeign()
            ? store.foreign(cluster, approved.file()).stream().toList()
            : store.known(cluster);
    approved
        .missing(kept)
        .ifPresent(
            missing -> {
              throw new Failure.Refused(missing);
            });
    approved
        .surpassed(kept)
        .ifPresent(
            further -> {
              throw new WorldChanged(further);
            });
  }
}
