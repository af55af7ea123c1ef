package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.ObservationDepth;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;

/** Looks at clusters. Several threads may look at the same time, each at another cluster. */
public interface Looks extends AutoCloseable {
  /** Looks once at a configured cluster; a member that does not answer is a fact, no failure. */
  default ClusterView look(ClusterKey cluster, ObservationMemory before) {
    return look(cluster, before, ObservationDepth.USUAL);
  }

  /** Observes at the given depth. */
  default ClusterView look(ClusterKey cluster, ObservationMemory before, ObservationDepth depth) {
    return look(cluster, before, LookScope.of(depth));
  }

  /** Observes what is in the scope. */
  ClusterView look(ClusterKey cluster, ObservationMemory before, LookScope scope);

  @Override
  void close();
}
