package io.quorate.worker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Ages of the last snapshot and of the last drill as metrics, one of each a cluster. Where none is
 * known the value is not a number, so that an alert on an age and one on its absence are two. While
 * the store does not answer, the ages go on from what was known.
 */
final class BackupAges implements AutoCloseable {
  /** Time between two readings of the store. */
  private static final Duration PACE = Duration.ofMinutes(1);

  private static final int AT_ONCE = 4;

  private final SnapshotStore store;
  private final Clock clock;
  private final Map<ClusterKey, Instant> saved = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Instant> drilled = new ConcurrentHashMap<>();
  private final EachCluster loop;

  /** Creates gauges of these clusters in a registry. */
  BackupAges(
      MeterRegistry registry, Collection<ClusterKey> clusters, SnapshotStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.loop = new EachCluster("backup-ages", clusters, AT_ONCE, this::read);
    clusters.forEach(cluster -> gauge(registry, "quorate.backup.age", cluster, saved));
    clusters.forEach(cluster -> gauge(registry, "quorate.drill.age", cluster, drilled));
  }

  BackupAges start() {
    loop.start(PACE);
    return this;
  }

  /** Reads the store for all clusters. */
  void all() {
    loop.all();
  }

  private void gauge(
      MeterRegistry registry, String name, ClusterKey cluster, Map<ClusterKey, Instant> times) {
    Gauge.builder(name, times, known -> age(known.get(cluster)))
        .tag("cluster", cluster.value())
        .baseUnit("seconds")
        .register(registry);
  }

  private double age(@Nullable Instant then) {
    return then == null
        ? Double.NaN
        : Math.max(0, Duration.between(then, clock.instant()).toMillis()) / 1000.0;
  }

  private void read(ClusterKey cluster) {
    put(saved, cluster, store.list(cluster).stream().findFirst().map(SavedSnapshot::savedAt));
    put(
        drilled,
        cluster,
        store.drills(cluster).stream().filter(Drill::verified).findFirst().map(Drill::at));
  }

  private static void put(
      Map<ClusterKey, Instant> times, ClusterKey cluster, Optional<Instant> at) {
    at.ifPresentOrElse(time -> times.put(cluster, time), () -> times.remove(cluster));
  }

  @Override
  public void close() {
    loop.close();
  }
}
