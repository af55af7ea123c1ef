package io.quorate.worker.background;

import io.micrometer.core.instrument.Tags;
import io.quorate.client.ClusterGauges;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advice on backups that stands: how long it has stood, and whether people are to be alarmed, as
 * metrics and in the log. It starts no operation: what is wrong with backups is no reason to touch
 * a member.
 */
final class BackupTroubles {
  private static final Logger LOG = LoggerFactory.getLogger(BackupTroubles.class);

  private final ClusterGauges gauges;
  private final Function<ClusterKey, BackupPolicy> policies;
  private final Clock clock;
  private final Map<Trouble, Instant> since = new ConcurrentHashMap<>();
  private final Set<Trouble> alarmed = ConcurrentHashMap.newKeySet();

  private record Trouble(ClusterKey cluster, String name) {}

  BackupTroubles(ClusterGauges gauges, Function<ClusterKey, BackupPolicy> policies, Clock clock) {
    this.gauges = gauges;
    this.policies = policies;
    this.clock = clock;
  }

  /** Shows the gauges of a cluster. */
  void show(ClusterKey cluster) {
    for (String name : BackupAdvice.NAMES) {
      Trouble trouble = new Trouble(cluster, name);
      Tags tags = Tags.of("trouble", name);
      gauges.show(cluster, "quorate.backup.trouble", "seconds", tags, () -> lasted(trouble));
      gauges.show(
          cluster, "quorate.backup.alarm", null, tags, () -> alarmed.contains(trouble) ? 1 : 0);
    }
  }

  /** Whether something is wrong with the backups of a cluster. */
  boolean isTroubled(ClusterKey cluster) {
    return BackupAdvice.NAMES.stream()
        .anyMatch(name -> since.containsKey(new Trouble(cluster, name)));
  }

  /** Returns how many alarms there are. */
  int alarms() {
    return alarmed.size();
  }

  /** Forgets clusters that were taken out. */
  void forget(Set<ClusterKey> gone) {
    since.keySet().removeIf(trouble -> gone.contains(trouble.cluster()));
    alarmed.removeIf(trouble -> gone.contains(trouble.cluster()));
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
    BackupPolicy policy = policies.apply(trouble.cluster());
    boolean alarm = lasted.compareTo(BackupAdvice.patience(trouble.name(), policy)) >= 0;
    if (alarm && alarmed.add(trouble)) {
      LOG.error("{}: {} is an alarm now: {}", trouble.cluster(), trouble.name(), sentence);
    } else if (before == null) {
      LOG.warn("{}: {}: {}", trouble.cluster(), trouble.name(), sentence);
    }
  }
}
