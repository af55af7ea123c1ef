package io.quorate.worker.background;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quorate.cluster.ClusterKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gauges of single clusters, which come and go. */
final class ClusterGauges {
  private final MeterRegistry registry;
  private final Map<ClusterKey, Map<Name, Meter>> shown = new ConcurrentHashMap<>();

  private record Name(String name, Tags more) {}

  ClusterGauges(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Shows a gauge of a cluster, if it is not there. */
  void show(
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

  /** Hides all gauges of clusters. */
  void hide(Set<ClusterKey> clusters) {
    for (ClusterKey cluster : clusters) {
      Map<Name, Meter> gone = shown.remove(cluster);
      if (gone != null) {
        gone.values().forEach(registry::remove);
      }
    }
  }
}
