package io.quorate.worker.background;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.BackupAdvice;
import io.quorate.snapshot.BackupPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advice on backups that stands: how long it has stood, and whether people are to be alarmed, as
 * metrics and in the log. It starts no operation: what is wrong with backups is no reason to touch
 * a member.
 */
final class BackupTroubles {
  private static final Logger LOG = LoggerFactory.getLogger(BackupTroubles.class);

  private final Map<ClusterKey, BackupPolicy> clusters;
  private final Clock clock;
  private final Map<Trouble, Instant> since = new ConcurrentHashMap<>();
  private final Set<Trouble> alarmed = ConcurrentHashMap.newKeySet();

  private record Trouble(ClusterKey cluster, String name) {}

  /** Creates gauges of these clusters in a registry. */
  BackupTroubles(MeterRegistry registry, Map<ClusterKey, BackupPolicy> clusters, Clock clock) {
    this.clusters = clusters;
    this.clock = clock;
    for (ClusterKey cluster : clusters.keySet()) {
      for (String name : BackupAdvice.NAMES) {
        Trouble trouble = new Trouble(cluster, name);
        gauge(registry, "quorate.backup.trouble", "seconds", trouble, this::lasted);
        gauge(
            registry, "quorate.backup.alarm", null, trouble, one -> alarmed.contains(one) ? 1 : 0);
      }
    }
  }

  private static void gauge(
      MeterRegistry registry,
      String name,
      @Nullable String unit,
      Trouble trouble,
      ToDoubleFunction<Trouble> value) {
    Gauge.builder(name, trouble, value)
        .tag("cluster", trouble.cluster().value())
        .tag("trouble", trouble.name())
        .baseUnit(unit)
        .strongReference(true)
        .register(registry);
  }

  private double lasted(Trouble trouble) {
    return Optional.ofNullable(since.get(trouble))
        .map(begun -> Duration.between(begun, clock.instant()).toMillis() / 1000.0)
        .map(seconds -> Math.max(0, seconds))
        .orElse(0.0);
  }

  /** Records the advice for a cluster whose store was read. Trouble without advice is over. */
  void stand(ClusterKey cluster, List<Advice> advice) {
    stand(cluster, advice, BackupAdvice.NAMES);
  }

  /**
   * Records the advice while a store cannot be read. All other trouble stays as it was, because
   * nobody could look.
   */
  void standUnread(ClusterKey cluster, List<Advice> advice) {
    stand(cluster, advice, List.of("backup-unread", "backup-age"));
  }

  private void stand(ClusterKey cluster, List<Advice> advice, List<String> judged) {
    Set<String> names = advice.stream().map(Advice::name).collect(Collectors.toSet());
    judged.stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> over(new Trouble(cluster, name)));
    advice.forEach(one -> stands(new Trouble(cluster, one.name()), one.sentence()));
  }

  private void over(Trouble trouble) {
    alarmed.remove(trouble);
    if (since.remove(trouble) != null) {
      LOG.info("{}: {} is over", trouble.cluster(), trouble.name());
    }
  }

  private void stands(Trouble trouble, String sentence) {
    Instant now = clock.instant();
    Instant before = since.putIfAbsent(trouble, now);
    Duration lasted = before == null ? Duration.ZERO : Duration.between(before, now);
    BackupPolicy policy = clusters.getOrDefault(trouble.cluster(), BackupPolicy.NONE);
    boolean alarm = lasted.compareTo(BackupAdvice.patience(trouble.name(), policy)) >= 0;
    if (alarm && alarmed.add(trouble)) {
      LOG.error("{}: {} is an alarm now: {}", trouble.cluster(), trouble.name(), sentence);
    } else if (before == null) {
      LOG.warn("{}: {}: {}", trouble.cluster(), trouble.name(), sentence);
    }
  }
}
