package io.quorate.causes;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;

/**
 * Cluster in trouble, as the watch saw it first.
 *
 * @param margin how many more voters may be lost; below 0 quorum is lost
 * @param shared what its silent members, and the cluster, share with others; the attribute that
 *     says most is first
 */
public record TroubledCluster(
    ClusterKey cluster, Instant since, int margin, List<SharedAttribute> shared) {
  public TroubledCluster {
    shared = List.copyOf(shared);
  }
}
