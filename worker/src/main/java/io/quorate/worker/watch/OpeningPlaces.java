package io.quorate.worker.watch;

import io.quorate.cluster.FailureDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places for clusters whose connections are opened. A handshake of TLS takes some 10 ms of
 * processor; 3,000 that began in 30 s on two busy cores made healthy members look dead. A cluster
 * keeps its place until its pulse has ended, so a slow machine opens more slowly: 60 handshakes at
 * one time end within their 3 s on a fifth of a core. Half of the places are out of reach for any
 * one failure domain: a dead zone holds up nobody outside it. Not thread-safe.
 */
final class OpeningPlaces {
  static final int AT_ONCE = 20;
  static final int PER_DOMAIN = 10;

  /**
   * Longest time that a cluster keeps its place, in case its pulse never ends: longer than any
   * pulse.
   */
  static final Duration HELD = Duration.ofSeconds(10);

  private final List<WatchedCluster> open = new ArrayList<>();
  private final Map<FailureDomain, Integer> taken = new HashMap<>();

  /** Takes a place in each of the cluster's domains; false where one of them has none left. */
  boolean take(WatchedCluster cluster) {
    if (isFull()
        || cluster.domains().stream()
            .anyMatch(domain -> taken.getOrDefault(domain, 0) >= PER_DOMAIN)) {
      return false;
    }
    cluster.domains().forEach(domain -> taken.merge(domain, 1, Integer::sum));
    open.add(cluster);
    return true;
  }

  boolean isFull() {
    return open.size() >= AT_ONCE;
  }

  /** Frees the places of clusters whose pulse has ended, or was begun too long ago. */
  void freeEnded(long now) {
    open.removeIf(
        cluster -> {
          boolean ended = !cluster.isUnderWay() || now - cluster.asked() >= HELD.toNanos();
          if (ended) {
            cluster.domains().forEach(domain -> taken.merge(domain, -1, Integer::sum));
          }
          return ended;
        });
  }
}
