package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.ManyWrites;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.etcd.Minors;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Salvaged;
import io.quorate.snapshot.Salvage.Way;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A member that was killed right after it had acknowledged writes: neither its log nor its database
 * says of the last ones that they are committed.
 */
class SalvagedTailIT {
  private static final int WRITES = 20;
  private static final int MOST_KILLS = 20;

  /** In 20 kills no member of 3.4 that was alone had such a tail; 3.5 was not tried. */
  static List<ToolFolder> thatCommitLater() throws InterruptedException {
    return Minors.all().stream().filter(SalvagedTailIT::commitsLater).toList();
  }

  static List<ToolFolder> others() throws InterruptedException {
    return Minors.all().stream().filter(etcd -> !commitsLater(etcd)).toList();
  }

  private static boolean commitsLater(ToolFolder etcd) {
    return Integer.parseInt(etcd.tool().minor().substring(2)) >= 6;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void noLessIsSalvagedThanAForcedNewClusterHas(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = RestoredCluster.started(etcd, 1, EtcdSettings.plain())) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      try (var writes = new ManyWrites(old.member(0).clientUrl())) {
        writes.put("last-", WRITES, 10);
        old.member(0).kill();
      }

      Salvaged salvaged = old.salvaged(0, old.folder.resolve("salvaged.db"), said -> {});

      assertThat(salvaged.content().revision().value())
          .isEqualTo(1 + WRITES)
          .isGreaterThanOrEqualTo(forcedAsItIs(old));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("thatCommitLater")
  void acknowledgedWritesRightBeforeAKillAreSalvaged(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = RestoredCluster.started(etcd, 1, EtcdSettings.plain())) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      long acknowledged = killedWithATail(old);
      DirectoryReading left = read(old);
      SortedMap<String, String> whole = RestoredCluster.sums(old.member(0).files().folder());

      List<String> said = new ArrayList<>();
      Salvaged salvaged = old.salvaged(0, old.folder.resolve("salvaged.db"), said::add);

      assertThat(salvaged.origin().way()).isEqualTo(Way.FORCED_COPY);
      assertThat(salvaged.content().revision().value()).isEqualTo(acknowledged);
      assertThat(salvaged.origin().index()).isEqualTo(left.last().index());
      assertThat(salvaged.origin().term()).isEqualTo(left.last().term());
      assertThat(said).anyMatch(line -> line.contains("beyond the commit index in it"));
      assertThat(RestoredCluster.sums(old.member(0).files().folder()))
          .as("the original is untouched")
          .isEqualTo(whole);
      assertThat(forcedAsItIs(old)).as("etcd alone drops the tail").isLessThan(acknowledged);
    }
  }

  /** Returns the revision that was acknowledged. */
  private static long killedWithATail(RestoredCluster old) throws Exception {
    EtcdMember member = old.member(0);
    long revision = 1;
    for (int kill = 0; kill < MOST_KILLS; kill++) {
      try (var writes = new ManyWrites(member.clientUrl())) {
        writes.put("kill-" + kill + "-", WRITES, 10);
        member.kill();
      }
      revision += WRITES;
      if (!read(old).uncertain().isEmpty()) {
        return revision;
      }
      member.start();
      member.awaitServing(RestoredCluster.LIMIT);
    }
    throw new AssertionError("no kill came between a write and its commit index");
  }

  private static DirectoryReading read(RestoredCluster old) {
    int minor = Integer.parseInt(old.etcd.tool().minor().substring(2));
    return new DataDirectoryReader(
            new LocalDirectory(old.member(0).dataDirectory()),
            Optional.empty(),
            Expected.anybody(minor))
        .read(Depth.FULL);
  }

  /** Returns the revision of a new cluster that is forced on a copy to which nothing was added. */
  private static long forcedAsItIs(RestoredCluster old) throws Exception {
    Path folder = old.folder.resolve("forced");
    EtcdSettings forced = EtcdSettings.plain().with("ETCD_FORCE_NEW_CLUSTER", "true");
    try (EtcdCluster cluster = EtcdCluster.layOut(old.etcd, folder, 1, forced)) {
      EtcdMember member = cluster.members().getFirst();
      Command.Finished copied =
          Command.of(
                  "cp",
                  "-a",
                  old.member(0).dataDirectory().toString(),
                  member.dataDirectory().toString())
              .run(RestoredCluster.LIMIT);
      assertThat(copied.succeeded()).as(copied.output()).isTrue();
      member.start();
      member.awaitServing(RestoredCluster.LIMIT);
      return RestoredCluster.revision(member);
    }
  }
}
