package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.watch.Pulse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Places for looks, apart for each zone: a look waits up to 15 s where members hang, so a zone that
 * is gone would otherwise hold up the looks at all clusters outside of the zone.
 */
public final class LookPlaces {
  /** Most looks at one time at clusters with a silent member in one zone, or in none. */
  private static final int IN_A_ZONE = 16;

  private final BiFunction<ClusterKey, MemberName, Optional<FailureDomain>> zones;
  private final Map<Optional<FailureDomain>, Semaphore> places = new ConcurrentHashMap<>();

  /**
   * Creates places of which none is taken.
   *
   * @param zones the zone of a member of a cluster; empty where nobody knows
   */
  public LookPlaces(BiFunction<ClusterKey, MemberName, Optional<FailureDomain>> zones) {
    this.zones = zones;
  }

  /**
   * Looks at a cluster once there is a place, and has the place during the look alone.
   *
   * @param pulse the last pulse of the cluster, which says where its silent members are
   * @throws CancellationException where this thread is interrupted before there is a place
   */
  <T> T in(ClusterKey cluster, Pulse pulse, Supplier<T> look) {
    Semaphore place = of(cluster, pulse);
    try {
      place.acquire();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the watch is closed");
    }
    try {
      return look.get();
    } finally {
      place.release();
    }
  }

  /** Returns the places of the zone in which the first silent member of the pulse is. */
  Semaphore of(ClusterKey cluster, Pulse pulse) {
    Optional<FailureDomain> zone =
        pulse.silences().keySet().stream()
            .findFirst()
            .flatMap(silent -> zones.apply(cluster, silent));
    return places.computeIfAbsent(zone, any -> new Semaphore(IN_A_ZONE));
  }
}
