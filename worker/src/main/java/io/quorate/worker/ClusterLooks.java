package io.quorate.worker;

import io.quorate.carrier.Observer;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Scrutiny;
import io.quorate.cluster.Sightings;
import io.quorate.command.Looks;
import java.time.Clock;

/** Looks for the verbs that need neither Temporal nor a gateway. */
final class ClusterLooks implements Looks {
  private final Clusters clusters;
  private final Clock clock;

  ClusterLooks(Clusters clusters, Clock clock) {
    this.clusters = clusters;
    this.clock = clock;
  }

  @Override
  public ClusterView look(ClusterKey cluster, Sightings before, Scrutiny scrutiny) {
    return new Observer(clusters.ports(cluster), clock).look(before, scrutiny);
  }

  @Override
  public void close() {
    clusters.close();
  }
}
