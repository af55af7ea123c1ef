package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A follower's process is killed and its write-ahead log deleted: it can never come back as itself.
 *
 * <p>The rest of its data stays, so that setting it aside has something to do.
 */
final class LostMember implements Scenario {
  /** In this order, so that it is nearly always the same one. */
  private static final List<String> CHOICE = List.of("etcd-1", "etcd-2");

  @Override
  public String name() {
    return "lost-member";
  }

  @Override
  public String sentence() {
    return "One member of three is killed and its data destroyed; it is replaced.";
  }

  @Override
  public List<String> steps() {
    return List.of(
        "save-snapshot",
        "ask-approval",
        "hold-member",
        "remove-member",
        "set-data-aside",
        "add-learner",
        "start-member",
        "await-in-sync",
        "promote-learner",
        "verify-cluster");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdMembersDown", "severity", "critical");
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(victim(before));
    victim.kill();
    Folders.delete(victim.dataDirectory().resolve("member").resolve("wal"));
    return victim.name()
        + ", a follower, is killed with -9 and its write-ahead log deleted: its data cannot be used"
        + " again";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    String victim = victim(before);
    Optional<String> was = before.id(victim);
    if (was.isEmpty() || after.id(victim).equals(was)) {
      differences.add(victim + " still has its old member id " + was.orElse("(none)"));
    }
    if (setAside(cluster.member(victim)).size() != 1) {
      differences.add(
          "the old data directory of "
              + victim
              + " is not kept exactly once: "
              + setAside(cluster.member(victim)));
    }
    return differences;
  }

  /** A lost leader is another story: its election stops all writes for a second or two. */
  static String victim(Inspection before) {
    return CHOICE.stream().filter(name -> !before.leads(name)).findFirst().orElseThrow();
  }

  /** Data directories that were kept beside the one in use. */
  static List<Path> setAside(EtcdMember member) throws IOException {
    String prefix = member.dataDirectory().getFileName() + ".aside-";
    try (Stream<Path> files = Files.list(member.files().folder())) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
