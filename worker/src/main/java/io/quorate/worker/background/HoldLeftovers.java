package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.Platform;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Clearing of what holds leave beside the held members, and renewal of the lock of an operation
 * that waits. A member that the platform's controller starts again while another member is held
 * would stay down until somebody notices, and workloads of an operation that was terminated would
 * stay taken over. Nothing is cleared while another installation has the lock.
 *
 * <p>A Temporal that does not answer takes seconds to say so. A no of Temporal counts for a minute
 * and for the whole cluster, and the lock is renewed after each answer, so that the lock of an
 * operation that waits does not run out meanwhile.
 */
public final class HoldLeftovers {
  /** A fraction of the time for which a lock is good without a renewal. */
  private static final Duration PACE = Duration.ofSeconds(5);

  private static final Duration NO_COUNTS_FOR = Duration.ofMinutes(1);

  private static final int AT_ONCE = 8;

  private final Function<ClusterKey, Platform> platforms;
  private final BiPredicate<ClusterKey, String> isOver;
  private final String installation;
  private final LongSupplier nanoTime;

  /** When each cluster got its last no. */
  private final Map<ClusterKey, Long> notOver = new ConcurrentHashMap<>();

  /**
   * Knows of no answer yet.
   *
   * @param platforms of clusters; members, which a whole look would tell, are not asked for
   * @param isOver asks Temporal whether the operation of this id is known to have ended a while
   *     ago, and no other one runs in its cluster
   * @param installation which Temporal namespace carries the operations out
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  public HoldLeftovers(
      Function<ClusterKey, Platform> platforms,
      BiPredicate<ClusterKey, String> isOver,
      String installation,
      LongSupplier nanoTime) {
    this.platforms = platforms;
    this.isOver = isOver;
    this.installation = installation;
    this.nanoTime = nanoTime;
  }

  /** The task of clearing each cluster. */
  public ClusterTask task() {
    return new ClusterTask("hold-leftovers", PACE, AT_ONCE, this::clear);
  }

  private void clear(ClusterKey cluster) {
    Platform platform = platforms.apply(cluster);
    if (platform.lock().keep(installation)) {
      platform.takeover().tidy(operation -> isOver(cluster, operation, platform));
    }
  }

  private boolean isOver(ClusterKey cluster, String operation, Platform platform) {
    Long no = notOver.get(cluster);
    if (no != null && nanoTime.getAsLong() - no < NO_COUNTS_FOR.toNanos()) {
      return false;
    }
    boolean over = isOver.test(cluster, operation);
    if (!over) {
      notOver.put(cluster, nanoTime.getAsLong());
    }
    return platform.lock().keep(installation) && over;
  }
}
