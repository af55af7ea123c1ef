package io.quorate.execution;

import io.quorate.cluster.ClusterKey;
import io.quorate.plan.ApprovedSource;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.RestoreSource;
import java.util.List;

/**
 * The snapshots that are kept when a plan makes its first change. The looks around a step do not
 * ask the store.
 */
record KeptSources(SnapshotStore store, ClusterKey cluster) {
  /**
   * Requires that the approved snapshot is in the store, may be restored, and is the furthest
   * snapshot. Throws {@link Failure.Refused} where the snapshot is missing or unusable, and {@link
   * WorldChanged} where another snapshot reaches further.
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
