package io.quorate.worker.background;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quorate.client.ClusterGauges;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.BackupAdvice;
import io.quorate.observation.KeptBackups;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.record.ClusterRecord;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Ages of the last snapshot and of the last good drill as metrics, one of each a cluster, and what
 * that drill measured: the time to restore, and the age that the data had. Where none is known the
 * value is not a number, so that an alert on an age and one on its absence are two. While the store
 * does not answer, the ages go on from what was known. What is wrong with the backups is told by
 * {@link BackupTroubles}.
 */
public final class BackupAges {
  /** Time between two readings of the store. */
  private static final Duration PACE = Duration.ofMinutes(1);

  private static final int AT_ONCE = 4;

  private final Function<ClusterKey, BackupPolicy> policies;
  private final SnapshotStore store;
  private final Function<ClusterKey, Optional<ClusterRecord>> recorded;
  private final Clock clock;
  private final BackupTroubles troubles;
  private final ClusterGauges gauges;
  private final Set<ClusterKey> turned = ConcurrentHashMap.newKeySet();
  private final Map<ClusterKey, Instant> saved = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Drill> drilled = new ConcurrentHashMap<>();

  /** The last snapshot of each cluster that this process ever saw in the store. */
  private final Map<ClusterKey, SavedSnapshot> known = new ConcurrentHashMap<>();

  /**
   * Creates ages whose gauges are in a registry from the first reading of a cluster on.
   *
   * @param everyCluster whether a large fleet has the gauges of every cluster, too
   * @param policies what a cluster wants
   * @param recorded the record of a cluster, if there is one; may throw a {@link Failure}
   */
  public BackupAges(
      MeterRegistry registry,
      boolean everyCluster,
      Function<ClusterKey, BackupPolicy> policies,
      SnapshotStore store,
      Function<ClusterKey, Optional<ClusterRecord>> recorded,
      Clock clock) {
    this.policies = policies;
    this.store = store;
    this.recorded = recorded;
    this.clock = clock;
    this.gauges = new ClusterGauges(registry, everyCluster);
    this.troubles = new BackupTroubles(gauges, policies, clock);
    Gauge.builder("quorate.backup.alarms", troubles, BackupTroubles::alarms).register(registry);
  }

  /** The task of reading the store for each cluster. */
  public ClusterTask task() {
    return new ClusterTask("backup-ages", PACE, AT_ONCE, this::read);
  }

  /** Forgets clusters that were taken out. */
  public void forget(Set<ClusterKey> gone) {
    List.of(saved, drilled, known).forEach(all -> all.keySet().removeAll(gone));
    turned.removeAll(gone);
    troubles.forget(gone);
    gauges.hide(gone);
  }

  /**
   * Shows the gauges of a cluster. In a fleet of more than a hundred clusters only those have
   * gauges with whose backups something is wrong, and a hundred of them at most: {@code
   * quorate.backup.alarms} counts all.
   */
  private void showWhereItTells(ClusterKey cluster) {
    boolean all = gauges.showsAll(turned.size());
    if (all || (troubles.isTroubled(cluster) && gauges.hasRoom())) {
      show(cluster);
    } else if (!troubles.isTroubled(cluster)) {
      gauges.hide(Set.of(cluster));
    }
  }

  private void show(ClusterKey cluster) {
    gauge("quorate.backup.age", cluster, saved, this::age);
    gauge("quorate.drill.age", cluster, drilled, drill -> age(drill.at()));
    gauge("quorate.drill.took", cluster, drilled, drill -> seconds(drill.took()));
    gauge("quorate.drill.data.age", cluster, drilled, drill -> seconds(drill.dataAge()));
    troubles.show(cluster);
  }

  private <T> void gauge(
      String name, ClusterKey cluster, Map<ClusterKey, T> all, ToDoubleFunction<T> seconds) {
    gauges.show(
        cluster, name, "seconds", Tags.empty(), () -> orNoNumber(all.get(cluster), seconds));
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
    try {
      judge(cluster);
    } finally {
      turned.add(cluster);
      showWhereItTells(cluster);
    }
  }

  private void judge(ClusterKey cluster) {
    BackupPolicy policy = policies.apply(cluster);
    Optional<ClusterRecord> record = record(cluster);
    KeptBackups kept =
        KeptBackups.in(
            store,
            cluster,
            policy,
            record
                .flatMap(ClusterRecord::lastSnapshot)
                .or(() -> Optional.ofNullable(known.get(cluster))),
            RecordedPast.of(record),
            clock.instant());
    if (kept.protection().unread().isPresent()) {
      troubles.standUnread(cluster, unread(kept));
      return;
    }
    kept.last().ifPresent(last -> known.put(cluster, last));
    put(saved, cluster, kept.last().map(SavedSnapshot::savedAt));
    put(drilled, cluster, kept.drills().stream().filter(Drill::verified).findFirst());
    troubles.stand(cluster, kept.advice());
  }

  /**
   * The record of a cluster; empty where it cannot be read. Where the whole prefix was emptied, the
   * record went with it, and what this process saw counts.
   */
  private Optional<ClusterRecord> record(ClusterKey cluster) {
    try {
      return recorded.apply(cluster);
    } catch (Failure unreadRecord) {
      return Optional.empty();
    }
  }

  /**
   * Advice while the store does not answer. How old the last backup is goes on from the one that
   * was seen; where none was, it is not known, and no age is made up.
   */
  private List<Advice> unread(KeptBackups kept) {
    Optional<SavedSnapshot> seen = Optional.ofNullable(known.get(kept.cluster()));
    return new BackupAdvice(kept.cluster(), kept.protection(), seen, kept.at())
        .all().stream()
            .filter(advice -> seen.isPresent() || !advice.name().equals("backup-age"))
            .toList();
  }

  private static <T> void put(Map<ClusterKey, T> all, ClusterKey cluster, Optional<T> last) {
    last.ifPresentOrElse(found -> all.put(cluster, found), () -> all.remove(cluster));
  }
}
