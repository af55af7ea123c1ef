package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.watch.Round;

/** Source of rounds. Asks no member: looks and operations have read what a round holds. */
@FunctionalInterface
public interface RoundSource {
  /**
   * Returns what the members of the cluster told last; empty before the first look. Throws a {@link
   * Failure} where the platform does not name the members.
   */
  Round last(ClusterKey cluster);
}
