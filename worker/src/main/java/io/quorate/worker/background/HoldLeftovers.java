package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Platform;
import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Clearing of what holds leave beside the held members, and renewal of the lock of an operation
 * that waits. A member that the platform's controller starts again while another member is held
 * would stay down until somebody notices, and workloads of an operation that was terminated would
 * stay taken over. Nothing is cleared while another installation has the lock.
 *
 * @param platforms of clusters; members, which a whole look would tell, are not asked for
 * @param isOver whether the operation of this id is known to have ended a while ago, and no other
 *     one runs in its cluster
 * @param installation which Temporal namespace carries the operations out
 */
public record HoldLeftovers(
    Function<ClusterKey, Platform> platforms,
    BiPredicate<ClusterKey, String> isOver,
    String installation) {
  /** A fraction of the time for which a lock is good without a renewal. */
  private static final Duration PACE = Duration.ofSeconds(5);

  private static final int AT_ONCE = 8;

  /** The task of clearing each cluster. */
  public ClusterTask task() {
    return new ClusterTask("hold-leftovers", PACE, AT_ONCE, this::clear);
  }

  private void clear(ClusterKey cluster) {
    Platform platform = platforms.apply(cluster);
    if (platform.lock().keep(installation)) {
      platform.takeover().tidy(operation -> isOver.test(cluster, operation));
    }
  }
}
