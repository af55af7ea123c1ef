package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.port.Failure;
import io.quorate.port.TrialOrder;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A snapshot of a newer minor than the member that it would be restored for does not get past the
 * trial, also where the catalogue does not tell its version: 3.4 would crash on it, 3.5 start
 * (docs/etcd.md#snapshots).
 */
class NewerSnapshotsIT {
  @TempDir private static Path folder;

  private static byte[] newest;

  @BeforeAll
  static void save() throws Exception {
    try (RestoredCluster cluster =
        RestoredCluster.started(ToolsForTests.etcd("3.7"), 1, EtcdSettings.plain())) {
      cluster.put(0, 10);
      Await.until(
          "a snapshot with the version of its cluster",
          RestoredCluster.LIMIT,
          () -> {
            newest = saved(cluster);
            return new String(newest, StandardCharsets.ISO_8859_1).contains("clusterVersion3.7.0");
          });
    }
  }

  @ParameterizedTest(name = "for etcd {0}")
  @ValueSource(strings = {"3.4", "3.5", "3.6"})
  void isRefusedOnTrial(String minor) throws Exception {
    try (RestoredCluster cluster =
        RestoredCluster.started(ToolsForTests.etcd(minor), 1, EtcdSettings.plain())) {
      assumeTrue(cluster.restores().objection(cluster.name(0)).isEmpty(), "needs root and unshare");

      assertThatThrownBy(() -> triedOut(cluster))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("is not what it has to be")
          .hasMessageContaining("its cluster is of version 3.7");

      assertThat(RestoredCluster.scratch(cluster.member(0).files().folder())).isEmpty();
      assertThat(cluster.member(0).isServing()).isTrue();
    }
  }

  private static byte[] saved(RestoredCluster cluster) throws InterruptedException {
    Path file = folder.resolve("saved.db");
    try {
      assertThat(cluster.cluster.etcdctl("snapshot", "save", file.toString()).succeeded()).isTrue();
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void triedOut(RestoredCluster cluster) throws IOException {
    Path file = Files.write(cluster.folder.resolve("newer.db"), newest);
    cluster
        .restores()
        .tryOut(
            cluster.name(0),
            TrialOrder.of(RestoredCluster.file(file, Trailer.PRESENT), OptionalLong.empty()),
            RestoredCluster.permit());
  }
}
