package io.quorate.worker.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Metrics of the watch of this process. They are few, whatever the number of clusters: a series for
 * each cluster would cost more than the watch.
 */
public record WatchMetrics(HeldShards shards, Watchman watchman, Clock clock)
    implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "quorate.watch.shards.held", () -> shards.count());
    gauge(registry, "quorate.watch.clusters", () -> watchman.counts(shards).clusters());
    gauge(registry, "quorate.watch.findings", () -> watchman.counts(shards).findings());
    gauge(registry, "quorate.watch.cut.off", () -> watchman.isCutOff() ? 1 : 0);
    Gauge.builder("quorate.watch.oldest.look", this::oldestSeconds)
        .baseUnit("seconds")
        .register(registry);
  }

  private static void gauge(MeterRegistry registry, String name, Supplier<Number> value) {
    Gauge.builder(name, value).register(registry);
  }

  /** Age of the oldest pulse; 0 where nothing is watched, or nothing was asked yet. */
  private double oldestSeconds() {
    return watchman
        .counts(shards)
        .oldestPulse()
        .map(at -> Duration.between(at, clock.instant()).toMillis() / 1000.0)
        .orElse(0.0);
  }
}
