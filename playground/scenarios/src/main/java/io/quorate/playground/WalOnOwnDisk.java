package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A scenario in which the logs have directories of their own (ETCD_WAL_DIR), and a follower's
 * database is destroyed. The log that is left has to be set aside too: etcd would go on with it.
 */
final class WalOnOwnDisk implements Scenario {
  private static final String LOG = "wal";

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "wal-on-own-disk",
        "The logs have a place of their own; one database is destroyed, its member replaced.",
        LostMember.STEPS);
  }

  @Override
  public EtcdSettings settings(String minor) {
    return EtcdSettings.plain().with("ETCD_WAL_DIR", "{folder}/" + LOG);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    victim.kill();
    Files.delete(victim.dataDirectory().resolve("member/snap/db"));
    return victim.name()
        + ", a follower, is killed with -9 and its database deleted; its log, which has a directory"
        + " of its own, is left";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    List<String> differences =
        new ArrayList<>(new LostMember().differences(cluster, before, after));
    List<Path> kept = logs(victim, LOG + ".aside-");
    if (kept.size() != 1 || isEmpty(kept.getFirst())) {
      differences.add("the old log of " + victim.name() + " is not kept exactly once: " + kept);
    }
    for (EtcdMember member : cluster.members()) {
      if (isEmpty(member.files().folder().resolve(LOG))
          || Files.exists(member.dataDirectory().resolve("member/wal"))) {
        differences.add("the log of " + member.name() + " is not where it belongs");
      }
    }
    return differences;
  }

  private static List<Path> logs(EtcdMember member, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(member.files().folder())) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  private static boolean isEmpty(Path log) throws IOException {
    if (!Files.isDirectory(log)) {
      return true;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.noneMatch(file -> file.toString().endsWith(".wal"));
    }
  }
}
