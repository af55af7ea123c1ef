package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshots.DirectorySnapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
    try (BackupAges ages =
        new BackupAges(registry, List.of(MAIN), store(Duration.ZERO), clock(Duration.ZERO))) {
      ages.all();
      assertThat(value(registry, "quorate.backup.age")).isNaN();

      SavedSnapshot old = save(Duration.ofHours(7));
      save(Duration.ofHours(1));
      store(Duration.ZERO).drilled(old, drill(old, Duration.ofMinutes(30), Optional.empty()));
      ages.all();
      assertThat(value(registry, "quorate.backup.age")).isEqualTo(3600);
      assertThat(value(registry, "quorate.drill.age")).isEqualTo(1800);
      assertThat(value(registry, "quorate.drill.took")).isEqualTo(1);
      assertThat(value(registry, "quorate.drill.data.age")).isEqualTo(6 * 3600);

      store(Duration.ZERO)
          .drilled(old, drill(old, Duration.ofMinutes(5), Optional.of("it has 6 keys, not 7")));
      ages.all();
      assertThat(value(registry, "quorate.drill.age")).as("the good drill is gone").isNaN();
      assertThat(value(registry, "quorate.drill.took")).isNaN();
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
        mismatch,
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
    return new DirectorySnapshots(directory, clock(ago));
  }

  private static Clock clock(Duration ago) {
    return Clock.fixed(NOW.minus(ago), ZoneOffset.UTC);
  }
}
