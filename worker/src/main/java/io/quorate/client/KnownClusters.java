package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;

/**
 * Clusters of the configuration, which may change while a process runs.
 *
 * @param leftOut why further clusters are left out of the configuration
 */
public record KnownClusters(List<ClusterKey> clusters, Map<ClusterKey, String> leftOut) {
  public KnownClusters {
    clusters = List.copyOf(clusters);
    leftOut = Map.copyOf(leftOut);
  }
}
