package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Platform;
import java.time.Duration;
import java.util.function.Function;

/**
 * Clearing of what holds leave beside the held members, and renewal of the lock of an operation
 * that waits. A member that the platform's controller starts again while another member is held
 * would stay down until somebody notices. Nothing is cleared while another installation has the
 * lock.
 *
 * @param platforms of clusters; members, which a whole look would tell, are not asked for
 * @param installation which Temporal namespace carries the operations out
 */
public record HoldLeftovers(Function<ClusterKey, Platform> platforms, String installation) {
  /** A fraction of the time for which a lock is good without a renewal. */
  private static final Duration PACE = Duration.ofSeconds(5);

  private static final int AT_ONCE = 8;

  /** The task of clearing each cluster. */
  public ClusterTask task() {
    return new ClusterTask(
        "hold-leftovers", PACE, AT_ONCE, cluster -> clear(platforms.apply(cluster)));
  }

  private void clear(Platform platform) {
    if (platform.lock().keep(installation)) {
      platform.takeover().tidy();
    }
  }
}
