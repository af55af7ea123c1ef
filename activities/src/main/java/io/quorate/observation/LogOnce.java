package io.quorate.observation;

import io.quorate.cluster.ClusterKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Troubles that were said of each cluster. The same one is not said again, because a log in which
 * it stands twice a minute hides every other; it is once it was over, or is another one.
 */
public final class LogOnce {
  private final Map<ClusterKey, String> said = new ConcurrentHashMap<>();

  /** Whether this trouble is another one than the cluster had before; it counts as said then. */
  public boolean isNew(ClusterKey cluster, Throwable trouble) {
    String now = trouble.toString();
    return !now.equals(said.put(cluster, now));
  }

  /** Ends the trouble of a cluster; returns whether there was one. */
  public boolean over(ClusterKey cluster) {
    return said.remove(cluster) != null;
  }
}
