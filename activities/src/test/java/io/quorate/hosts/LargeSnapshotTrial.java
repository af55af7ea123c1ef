package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.ManyWrites;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.servers.S3Server;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How long a snapshot of 2 GiB is saved and restored by a program with 128 MiB of heap, against
 * etcd's own tools, in pairs. Takes minutes and 12 GiB of disk, so it is run by its name alone
 * (docs/benchmarks.md).
 */
class LargeSnapshotTrial {
  private static final int PAIRS = Integer.getInteger("quorate.pairs", 5);
  private static final int KEYS = Integer.getInteger("quorate.keys", 21_500);
  private static final int VALUE = 100_000;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String QUOTA = "" + (4L << 30);

  private final PairTable table = new PairTable(Path.of("target", "large-snapshot.md"));

  @Test
  void aSnapshotOfTwoGibAgainstEtcdsOwnTools() throws Exception {
    ToolFolder etcd = ToolsForTests.etcd("3.6");
    var settings = EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", QUOTA);
    try (RestoredCluster cluster = RestoredCluster.started(etcd, 1, settings);
        S3Server server =
            S3Server.layOut(ToolsForTests.versitygw(), cluster.folder.resolve("s3"))) {
      fill(cluster.member(0));
      server.start();
      server.createBucket("backups");
      var bare = new BareSnapshots(etcd, cluster.member(0), cluster.folder);
      table.head(Files.size(cluster.member(0).dataDirectory().resolve("member/snap/db")));
      Path store = cluster.folder.resolve("store");
      Path scratch = cluster.folder.resolve("scratch");
      try (var local = start(cluster, store.toString());
          var s3 =
              start(
                  cluster,
                  server.endpoint().toString(),
                  credentials(cluster.folder).toString(),
                  scratch.toString())) {
        String kept = saves("save into a directory", local, bare::save, store);
        String there =
            saves(
                "save into S3",
                s3,
                () -> bare.saveTo(server),
                server.bucket("backups").resolve("quorate"));
        cluster.member(0).stop();
        cluster.member(0).destroyData();
        Path file = find(store, kept);
        restores("restore", local, kept, cluster.member(0), () -> bare.restore(file));
        String key = server.bucket("backups").relativize(find(cluster.folder, there)).toString();
        restores(
            "restore from S3", s3, there, cluster.member(0), () -> bare.restoreFrom(server, key));
        table.memory(local.ask("memory").get("memory"), s3.ask("memory").get("memory"));
      }
    } finally {
      table.publish();
    }
  }

  /** One measurement of the tools, in milliseconds. */
  @FunctionalInterface
  private interface Bare {
    long millis() throws Exception;
  }

  private static void fill(EtcdMember member) throws Exception {
    try (var writes = new ManyWrites(member.clientUrl())) {
      writes.put("large-", KEYS, VALUE);
      writes.put("small-", 100_000, 100);
    }
  }

  private static SnapshotChild start(RestoredCluster cluster, String... store) throws IOException {
    EtcdMember member = cluster.member(0);
    List<String> words =
        new ArrayList<>(List.of(member.files().folder().toString(), member.clientUrl().toString()));
    words.addAll(List.of(store));
    return SnapshotChild.start(words.toArray(String[]::new));
  }

  private static Path credentials(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("credentials"),
        String.format(
            Locale.ROOT,
            "[default]%naws_access_key_id = %s%naws_secret_access_key = %s%n",
            S3Server.ACCESS_KEY,
            S3Server.SECRET_KEY));
  }

  /** Saves in turn; of Quorate's snapshots only the last is kept, whose name is returned. */
  private String saves(String what, SnapshotChild quorate, Bare bare, Path kept) throws Exception {
    String file = "";
    for (int pair = 0; pair < PAIRS; pair++) {
      empty(kept);
      long first = pair % 2 == 0 ? 0 : settled(bare);
      settle();
      Map<String, String> ours = quorate.ask("save");
      long theirs = pair % 2 == 0 ? settled(bare) : first;
      file = ours.get("saved");
      table.row(what, pair, ours, List.of("keep", "read", "ask"), theirs);
    }
    table.ratio(what);
    return file;
  }

  /**
   * Deletes the files of a store and leaves its folders: one that is gone is taken for a lost disk.
   */
  private static void empty(Path store) throws IOException {
    if (Files.isDirectory(store)) {
      try (Stream<Path> files = Files.walk(store)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void restores(
      String what, SnapshotChild quorate, String file, EtcdMember member, Bare bare)
      throws Exception {
    for (int pair = 0; pair < PAIRS; pair++) {
      long first = pair % 2 == 0 ? 0 : settled(bare);
      settle();
      Map<String, String> ours = quorate.ask("restore " + file + " " + member.peerUrl());
      member.destroyData();
      long theirs = pair % 2 == 0 ? settled(bare) : first;
      table.row(what, pair, ours, List.of("fetch", "tool", "check"), theirs);
    }
    table.ratio(what);
  }

  private static long settled(Bare bare) throws Exception {
    settle();
    return bare.millis();
  }

  /** Sync of all disks, so that what was written before is in nobody's time. */
  private static void settle() throws IOException, InterruptedException {
    assertThat(Command.of("sync").run(LIMIT).succeeded()).isTrue();
  }

  private static Path find(Path folder, String file) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(one -> one.endsWith(file)).findFirst().orElseThrow();
    }
  }
}
