package io.quorate.worker.watch;

import io.quorate.cluster.FailureDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places for clusters whose connections are opened. 3,000 handshakes of TLS that began in 30 s made
 * healthy members look dead on two cores, at 10 ms of processor each, so few clusters open at one
 * time. Half of the places are out of reach for any one failure domain: a dead zone holds up nobody
 * outside it. A place is given back after a second, because a cluster that takes longer waits for a
 * hung member, and that costs a timer and no processor. Not thread-safe.
 */
final class OpeningPlaces {
  static final int AT_ONCE = 48;
  static final int PER_DOMAIN = 24;
  static final Duration HELD = Duration.ofSeconds(1);

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

  /** Frees the places of clusters that have answered or were asked a second ago. */
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
