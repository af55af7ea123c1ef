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
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Ages of the last snapshot and of the last good drill as metrics, one of each a cluster, and what
 * that drill measured: the time to restore, and the age that the data had. Where none is known the
 * value is not a number, so that an alert on an age and one on its absence are two. While the store
 * does not answer, the ages go on from what was known.
 */
final class BackupAges implements AutoCloseable {
  /** Time between two readings of the store. */
  private static final Duration PACE = Duration.ofMinutes(1);

  private static final int AT_ONCE = 4;

  private final SnapshotStore store;
  private final Clock clock;
  private final Map<ClusterKey, Instant> saved = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Drill> drilled = new ConcurrentHashMap<>();
  private final EachCluster loop;

  /** Creates gauges of these clusters in a registry. */
  BackupAges(
      MeterRegistry registry, Collection<ClusterKey> clusters, SnapshotStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.loop = new EachCluster("backup-ages", clusters, AT_ONCE, this::read);
    for (ClusterKey cluster : clusters) {
      gauge(registry, "quorate.backup.age", cluster, saved, this::age);
      gauge(registry, "quorate.drill.age", cluster, drilled, drill -> age(drill.at()));
      gauge(registry, "quorate.drill.took", cluster, drilled, drill -> seconds(drill.took()));
      gauge(
          registry, "quorate.drill.data.age", cluster, drilled, drill -> seconds(drill.dataAge()));
    }
  }

  BackupAges start() {
    loop.start(PACE);
    return this;
  }

  /** Reads the store for all clusters. */
  void all() {
    loop.all();
  }

  private static <T> void gauge(
      MeterRegistry registry,
      String name,
      ClusterKey cluster,
      Map<ClusterKey, T> all,
      ToDoubleFunction<T> seconds) {
    Gauge.builder(name, all, known -> orNoNumber(known.get(cluster), seconds))
        .tag("cluster", cluster.value())
        .baseUnit("seconds")
        .register(registry);
  }

  private static <T> double orNoNumber(@Nullable T known, ToDoubleFunction<T> seconds) {
    return known == null ? Double.NaN : seconds.applyAsDouble(known);
  }

  private double age(Instant then) {
    return Math.max(0, seconds(Duration.between(then, clock.instant())));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  private void read(ClusterKey cluster) {
    put(saved, cluster, store.list(cluster).stream().findFirst().map(SavedSnapshot::savedAt));
    put(drilled, cluster, store.drills(cluster).stream().filter(Drill::verified).findFirst());
  }

  private static <T> void put(Map<ClusterKey, T> all, ClusterKey cluster, Optional<T> last) {
    last.ifPresentOrElse(found -> all.put(cluster, found), () -> all.remove(cluster));
  }

  @Override
  public void close() {
    loop.close();
  }
}
