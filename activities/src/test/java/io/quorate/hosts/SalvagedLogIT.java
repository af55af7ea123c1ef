package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.Salvaged;
import io.quorate.snapshot.Salvage.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a log has beyond its database is salvaged, although etcd would not start on the data as it
 * is: the database was written back late, as after a power cut.
 */
class SalvagedLogIT {
  private static final int EARLY = 30;
  private static final int KEYS = 90;

  /**
   * etcd-io/etcd#12237 and others: the database is older than the newest raft snapshot. There are
   * two voters, and each has all acknowledged entries. The forced voter has to remove the other
   * voter.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aLogIsAppliedToADatabaseThatIsOlderThanItsRaftSnapshots(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = lateDatabase(etcd, 2, "20")) {
      SortedMap<String, String> before = RestoredCluster.sums(old.member(0).dataDirectory());

      Salvaged salvaged = old.salvaged(0, old.folder.resolve("salvaged.db"), doing -> {});

      assertThat(salvaged.origin().way()).isEqualTo(Way.FORCED_COPY);
      assertThat(salvaged.content().revision().value()).isEqualTo(KEYS + 1);
      assertThat(salvaged.content().keys().orElseThrow().count()).isEqualTo(KEYS);
      assertThat(RestoredCluster.sums(old.member(0).dataDirectory())).isEqualTo(before);

      Files.delete(old.member(0).dataDirectory().resolve("member/snap/db"));
      Salvaged ofTheLog = old.salvaged(0, old.folder.resolve("log.db"), doing -> {});
      assertThat(ofTheLog.origin().way()).isEqualTo(Way.FORCED_COPY);
      assertThat(ofTheLog.content().keys().orElseThrow().count()).isEqualTo(KEYS);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aDamagedLogIsAppliedUpToTheDamage(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = lateDatabase(etcd, 1, "10000")) {
      Path log = onlyLog(old.member(0));
      byte[] bytes = Files.readAllBytes(log);
      int used = bytes.length;
      while (bytes[used - 1] == 0) {
        used--;
      }
      for (int at = used - used / 6; at < used - used / 6 + 64; at++) {
        bytes[at] ^= 0x10;
      }
      Files.write(log, bytes);

      Salvaged salvaged = old.salvaged(0, old.folder.resolve("salvaged.db"), doing -> {});

      assertThat(salvaged.origin().way()).isEqualTo(Way.FORCED_COPY);
      assertThat(salvaged.content().revision().value()).isBetween(EARLY + 20L, (long) KEYS);
    }
  }

  /** No entry has the restored content, so a snapshot made from the log would lack all of it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theLogOfARestoredMemberIsNotAppliedWithoutItsDatabase(ToolFolder etcd) throws Exception {
    try (RestoredCluster old =
        RestoredCluster.started(etcd, 1, EtcdSettings.plain().with("ETCD_SNAPSHOT_COUNT", "20"))) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      EtcdMember member = old.member(0);
      old.put(0, EARLY);
      restoreByHand(old, member);
      old.put(EARLY, KEYS);
      member.stop();
      Salvaged whole = old.salvaged(0, old.folder.resolve("whole.db"), doing -> {});
      assertThat(whole.content().keys().orElseThrow().count()).isEqualTo(KEYS);

      Files.delete(member.dataDirectory().resolve("member/snap/db"));
      assertThatThrownBy(() -> old.salvaged(0, old.folder.resolve("log.db"), doing -> {}))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("nothing can be salvaged of the data of etcd-0");
    }
  }

  private static void restoreByHand(RestoredCluster old, EtcdMember member) throws Exception {
    Path snapshot = old.folder.resolve("early.db");
    Command.Finished saved = old.cluster.etcdctl("snapshot", "save", snapshot.toString());
    assertThat(saved.succeeded()).as(saved.output()).isTrue();
    member.stop();
    Folders.delete(member.dataDirectory());
    Command.Finished restored =
        Command.of(
                old.etcd
                    .program(old.etcd.tool().minor().equals("3.4") ? "etcdctl" : "etcdutl")
                    .toString(),
                "snapshot",
                "restore",
                snapshot.toString(),
                "--name=" + member.name(),
                "--data-dir=" + member.dataDirectory(),
                "--initial-cluster=" + member.name() + "=" + member.peerUrl(),
                "--initial-advertise-peer-urls=" + member.peerUrl())
            .run(RestoredCluster.LIMIT);
    assertThat(restored.succeeded()).as(restored.output()).isTrue();
    member.start();
    member.awaitServing(RestoredCluster.LIMIT);
  }

  /** A stopped member whose log has all keys, and whose database has the early ones. */
  private static RestoredCluster lateDatabase(ToolFolder etcd, int size, String snapshotCount)
      throws Exception {
    RestoredCluster old =
        RestoredCluster.started(
            etcd, size, EtcdSettings.plain().with("ETCD_SNAPSHOT_COUNT", snapshotCount));
    assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
    EtcdMember member = old.member(0);
    Path database = member.dataDirectory().resolve("member/snap/db");
    Path early = old.folder.resolve("early.db");
    old.put(0, EARLY);
    member.stop();
    Files.copy(database, early);
    member.start();
    member.awaitServing(RestoredCluster.LIMIT);
    old.put(EARLY, KEYS);
    member.stop();
    Files.copy(early, database, StandardCopyOption.REPLACE_EXISTING);
    return old;
  }

  private static Path onlyLog(EtcdMember member) throws IOException {
    try (Stream<Path> files = Files.list(member.dataDirectory().resolve("member/wal"))) {
      return files.filter(file -> file.toString().endsWith(".wal")).findFirst().orElseThrow();
    }
  }
}
