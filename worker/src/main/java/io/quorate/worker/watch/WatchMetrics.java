package io.quorate.worker.watch;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quorate.watch.FindingKind;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Metrics of the watch of this process. They are few, whatever the number of clusters: a series for
 * each cluster would cost more than the watch.
 */
public record WatchMetrics(HeldShards shards, Watchman watchman, FleetWatch fleet)
    implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "quorate.watch.shards.held", shards::count);
    gauge(registry, "quorate.watch.shards.needed", () -> shards.needed().size());
    gauge(registry, "quorate.watch.clusters", () -> watchman.counts(shards).clusters());
    Stream.concat(Stream.of(Watchman.DIAGNOSIS), FindingKind.names().stream())
        .forEach(
            kind ->
                Gauge.builder(
                        "quorate.watch.findings",
                        () -> watchman.counts(shards).findings().getOrDefault(kind, 0))
                    .tag("kind", kind)
                    .register(registry));
    gauge(registry, "quorate.watch.cut.off", () -> watchman.isCutOff() ? 1 : 0);
    Gauge.builder("quorate.watch.oldest.look", () -> fleet.oldest().toMillis() / 1000.0)
        .baseUnit("seconds")
        .register(registry);
    FunctionCounter.builder("quorate.watch.skipped", fleet, FleetWatch::skipped).register(registry);
  }

  private static void gauge(MeterRegistry registry, String name, Supplier<Number> value) {
    Gauge.builder(name, value).register(registry);
  }
}
