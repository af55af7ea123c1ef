package io.quorate.client;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quorate.cluster.ClusterKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of single clusters, which come and go. A fleet of many clusters has them only for those
 * with something to tell: ten thousand clusters would else be a quarter of a million series.
 */
public final class ClusterGauges {
  /** Number of clusters up to which every cluster has its gauges. */
  private static final int ALL = 100;

  private final MeterRegistry registry;
  private final boolean every;
  private final Map<ClusterKey, Map<Name, Meter>> shown = new ConcurrentHashMap<>();

  private record Name(String name, Tags more) {}

  /**
   * Creates gauges that are shown nowhere yet.
   *
   * @param every whether every cluster has its gauges, whatever the size of the fleet
   */
  public ClusterGauges(MeterRegistry registry, boolean every) {
    this.registry = registry;
    this.every = every;
  }

  /** Shows a gauge of a cluster, if it is not there. */
  public void show(
      ClusterKey cluster, String name, @Nullable String unit, Tags more, Supplier<Number> value) {
    shown
        .computeIfAbsent(cluster, any -> new ConcurrentHashMap<>())
        .computeIfAbsent(
            new Name(name, more),
            any ->
                Gauge.builder(name, value)
                    .tag("cluster", cluster.value())
                    .tags(more)
                    .baseUnit(unit)
                    .strongReference(true)
                    .register(registry));
  }

  /** Whether a fleet of this size has the gauges of every cluster. */
  public boolean showsAll(int clusters) {
    return every || clusters <= ALL;
  }

  /** Whether gauges of one more cluster may be shown in a fleet that has too many for all. */
  public boolean hasRoom() {
    return shown.size() < ALL;
  }

  /** Keeps the gauges of these clusters alone. */
  public void keep(Set<ClusterKey> clusters) {
    Set<ClusterKey> others = new HashSet<>(shown.keySet());
    others.removeAll(clusters);
    hide(others);
  }

  /** Hides all gauges of clusters. */
  public void hide(Set<ClusterKey> clusters) {
    for (ClusterKey cluster : clusters) {
      Map<Name, Meter> gone = shown.remove(cluster);
      if (gone != null) {
        gone.values().forEach(registry::remove);
      }
    }
  }
}
