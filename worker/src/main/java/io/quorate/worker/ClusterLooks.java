package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.command.Looks;
import io.quorate.observation.Observer;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.time.Clock;

/** Looks for the verbs that need neither Temporal nor a gateway. */
record ClusterLooks(Clusters clusters, Clock clock) implements Looks {
  @Override
  public ClusterView look(ClusterKey cluster, ObservationMemory before, LookScope scope) {
    return new Observer(clusters.ports(cluster), clock).look(before, scope);
  }

  @Override
  public void close() {
    clusters.close();
  }
}
