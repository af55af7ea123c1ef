package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterPorts;
import java.time.Duration;
import java.util.function.Function;

/**
 * Clearing of what holds leave beside the held members. A member that the platform's controller
 * starts again while another member is held would stay down until somebody notices.
 */
public record HoldLeftovers(Function<ClusterKey, ClusterPorts> ports) {
  private static final Duration PACE = Duration.ofSeconds(5);
  private static final int AT_ONCE = 8;

  /** The task of clearing each cluster. */
  public ClusterTask task() {
    return new ClusterTask(
        "hold-leftovers", PACE, AT_ONCE, cluster -> ports.apply(cluster).takeover().tidy());
  }
}
