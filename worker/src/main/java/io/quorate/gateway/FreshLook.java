package io.quorate.gateway;

import io.quorate.cluster.ClusterKey;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;

/** Look at a cluster as it is now, for people who read facts of earlier beside it. */
public interface FreshLook {
  /**
   * Looks once; takes seconds, and up to 15 s where members hang.
   *
   * @param before what the look before remembers, for facts that have to hold for a while
   */
  ClusterView look(ClusterKey cluster, ObservationMemory before);
}
