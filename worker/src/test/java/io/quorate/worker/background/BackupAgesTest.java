package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Folders;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What monitoring is told of backups and drills. */
class BackupAgesTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir Path directory;

  @Test
  void theAgesAreThoseOfTheLastSnapshotAndOfTheLastDrillThatWasGood() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ClusterTask ages =
        ages(registry, BackupPolicy.NONE, store(Duration.ZERO), clock(Duration.ZERO));
    ages.turn(MAIN, () -> false);
    assertThat(value(registry, "quorate.backup.age")).isNaN();

    SavedSnapshot old = save(Duration.ofHours(7));
    save(Duration.ofHours(1));
    store(Duration.ZERO).drilled(old, drill(old, Duration.ofMinutes(30), Optional.empty()));
    ages.turn(MAIN, () -> false);
    assertThat(value(registry, "quorate.backup.age")).isEqualTo(3600);
    assertThat(value(registry, "quorate.drill.age")).isEqualTo(1800);
    assertThat(value(registry, "quorate.drill.took")).isEqualTo(1);
    assertThat(value(registry, "quorate.drill.data.age")).isEqualTo(6 * 3600);

    store(Duration.ZERO)
        .drilled(old, drill(old, Duration.ofMinutes(5), Optional.of("it has 6 keys, not 7")));
    ages.turn(MAIN, () -> false);
    assertThat(value(registry, "quorate.drill.age")).as("the good drill is gone").isNaN();
    assertThat(value(registry, "quorate.drill.took")).isNaN();
  }

  @Test
  void anOldBackupAndAnOldDrillAreAlarmsByThePolicyOfTheCluster() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    SavedSnapshot saved = save(Duration.ofHours(11));
    store(Duration.ZERO).drilled(saved, drill(saved, Duration.ofHours(71), Optional.empty()));
    BackupPolicy policy =
        new BackupPolicy(Optional.of(Duration.ofHours(6)), Optional.of(Duration.ofHours(72)));
    Moving clock = new Moving(NOW);
    ClusterTask ages = ages(registry, policy, store(Duration.ZERO), clock);
    ages.turn(MAIN, () -> false);
    assertThat(alarm(registry, "backup-age")).isZero();
    assertThat(alarm(registry, "drill-age")).isZero();

    clock.now = NOW.plus(Duration.ofHours(1));
    ages.turn(MAIN, () -> false);
    assertThat(alarm(registry, "backup-age")).isOne();
    assertThat(alarm(registry, "drill-age")).isOne();

    clock.now = NOW.plus(Duration.ofHours(2));
    assertThat(lasted(registry, "backup-age")).isEqualTo(3600);
    save(Duration.ZERO);
    ages.turn(MAIN, () -> false);
    assertThat(alarm(registry, "backup-age")).isZero();
    assertThat(lasted(registry, "backup-age")).isZero();
    assertThat(alarm(registry, "drill-age")).isOne();
  }

  /** By a record that an earlier release wrote, without a mark. */
  @Test
  void aBackupOfAnAbandonedHistoryDoesNotCount() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    save(Duration.ofHours(1));
    Instant accepted = NOW.minus(Duration.ofMinutes(30));
    ClusterRecord record =
        new ClusterRecord(
            MAIN,
            NOW.minus(Duration.ofDays(9)),
            "there was no record",
            List.of(
                history(NOW.minus(Duration.ofDays(9)), Origin.FOUND),
                history(accepted, Origin.accepted("dana", "restored by hand"))),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    ClusterTask ages =
        new BackupAges(
                registry,
                false,
                any -> BackupPolicy.NONE,
                store(Duration.ZERO),
                cluster -> Optional.of(record),
                clock(Duration.ZERO))
            .task();
    ages.turn(MAIN, () -> false);
    assertThat(value(registry, "quorate.backup.age")).isNaN();

    save(Duration.ofMinutes(5));
    ages.turn(MAIN, () -> false);
    assertThat(value(registry, "quorate.backup.age")).isEqualTo(300);
  }

  private static Incarnation history(Instant since, Origin began) {
    return new Incarnation(
        new ClusterId(7),
        since,
        began,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** The names that the rules of docs/operations.md ask for, as Prometheus gets them. */
  @Test
  void monitoringFindsTheNamesThatTheRulesAskFor() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ClusterTask ages =
        ages(registry, BackupPolicy.NONE, store(Duration.ZERO), clock(Duration.ZERO));
    ages.turn(MAIN, () -> false);
    assertThat(registry.scrape())
        .contains("quorate_backup_alarm{cluster=", "quorate_backup_trouble_seconds{cluster=");
  }

  @Test
  void aStoreThatWasEmptiedTogetherWithTheRecordIsAnAlarm() throws IOException {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    save(Duration.ofHours(1));
    ClusterTask ages =
        ages(registry, BackupPolicy.NONE, store(Duration.ZERO), clock(Duration.ZERO));
    ages.turn(MAIN, () -> false);
    assertThat(lasted(registry, "backup-gone")).isZero();
    assertThat(alarm(registry, "backup-gone")).isZero();

    Folders.delete(directory.resolve(MAIN.value()));
    Files.createDirectory(directory.resolve(MAIN.value()));
    ages.turn(MAIN, () -> false);
    assertThat(alarm(registry, "backup-gone")).isOne();
    assertThat(value(registry, "quorate.backup.age")).isNaN();
  }

  @Test
  void anUnreadableStoreIsAnAlarmOnlyOnceABackupIsOverdue() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    SnapshotStore away =
        (SnapshotStore)
            Proxy.newProxyInstance(
                SnapshotStore.class.getClassLoader(),
                new Class<?>[] {SnapshotStore.class},
                (self, method, with) -> {
                  throw new Failure.Refused("s3://backups has no bucket backups");
                });
    BackupPolicy policy = new BackupPolicy(Optional.of(Duration.ofHours(6)), Optional.empty());
    Moving clock = new Moving(NOW);
    ClusterTask ages = ages(registry, policy, away, clock);
    ages.turn(MAIN, () -> false);
    clock.now = NOW.plus(Duration.ofHours(11));
    ages.turn(MAIN, () -> false);
    assertThat(lasted(registry, "backup-unread")).isEqualTo(11 * 3600);
    assertThat(alarm(registry, "backup-unread")).isZero();
    assertThat(alarm(registry, "backup-age")).as("nobody knows how old it is").isZero();

    clock.now = NOW.plus(Duration.ofHours(12));
    ages.turn(MAIN, () -> false);
    assertThat(alarm(registry, "backup-unread")).isOne();
  }

  @Test
  void aLargeFleetHasSeriesOfClustersWhoseBackupsHaveTrouble() throws IOException {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    save(Duration.ofHours(1));
    ClusterTask ages =
        ages(registry, BackupPolicy.NONE, store(Duration.ZERO), clock(Duration.ZERO));
    for (int number = 0; number < 150; number++) {
      ages.turn(new ClusterKey("other-" + number), () -> false);
    }
    ages.turn(MAIN, () -> false);

    assertThat(registry.find("quorate.backup.age").gauges()).hasSize(100);
    assertThat(registry.find("quorate.backup.age").tag("cluster", MAIN.value()).gauge()).isNull();
  }

  private static ClusterTask ages(
      MeterRegistry registry, BackupPolicy policy, SnapshotStore store, Clock clock) {
    return new BackupAges(registry, false, any -> policy, store, cluster -> Optional.empty(), clock)
        .task();
  }

  private static double alarm(SimpleMeterRegistry registry, String trouble) {
    return registry.get("quorate.backup.alarm").tag("trouble", trouble).gauge().value();
  }

  private static double lasted(SimpleMeterRegistry registry, String trouble) {
    return registry.get("quorate.backup.trouble").tag("trouble", trouble).gauge().value();
  }

  /** A clock that a test sets. */
  private static final class Moving extends Clock {
    private Instant now;

    private Moving(Instant now) {
      this.now = now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private static double value(SimpleMeterRegistry registry, String name) {
    return registry.get(name).tag("cluster", "main").gauge().value();
  }

  private static Drill drill(SavedSnapshot of, Duration ago, Optional<String> mismatch) {
    return new Drill(
        of.file(),
        NOW.minus(ago),
        Duration.ofSeconds(1),
        Duration.ofHours(6),
        mismatch.map(SnapshotFlaw::ofTrial),
        Optional.empty());
  }

  private SavedSnapshot save(Duration ago) {
    byte[] pages = new byte[4096];
    Arrays.fill(pages, (byte) ago.toHours());
    byte[] all = Arrays.copyOf(pages, pages.length + 32);
    System.arraycopy(sum(pages), 0, all, pages.length, 32);
    return store(ago)
        .save(
            new SnapshotStore.Origin(
                MAIN,
                new ClusterId(7),
                new MemberName("etcd-1"),
                new EtcdVersion(3, 6, 16),
                new Revision(1),
                1),
            sink -> {
              try {
                sink.take(all, 0);
                return all.length;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static byte[] sum(byte[] pages) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(pages);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private SnapshotStore store(Duration ago) {
    return SnapshotPlace.in(directory, clock(ago)).store();
  }

  private static Clock clock(Duration ago) {
    return Clock.fixed(NOW.minus(ago), ZoneOffset.UTC);
  }
}
