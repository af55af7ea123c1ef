package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A scenario in which a follower's process is killed and its write-ahead log deleted, so that the
 * member can never return with its old id.
 *
 * <p>The rest of the member's data stays, so that the step that sets the data aside has something
 * to do.
 */
final class LostMember implements Scenario {
  /** Steps that replace a member whose data is lost. */
  static final List<String> STEPS =
      List.of(
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

  /** Candidates in order of preference, so that nearly every play breaks the same member. */
  private static final List<String> CHOICE = List.of("etcd-1", "etcd-2");

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "lost-member",
        "One member of three is killed and its data destroyed; it is replaced.",
        STEPS);
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

  /**
   * Returns the member to break, never the leader: the election after a lost leader stops all
   * writes for a second or two.
   */
  static String victim(Inspection before) {
    return CHOICE.stream().filter(name -> !before.leads(name)).findFirst().orElseThrow();
  }

  /** Returns a sentence for each member whose data was set aside. */
  static List<String> setAsideIn(EtcdCluster cluster) throws IOException {
    List<String> sentences = new ArrayList<>();
    for (EtcdMember member : cluster.members()) {
      if (!setAside(member).isEmpty()) {
        sentences.add("data of " + member.name() + " was set aside");
      }
    }
    return sentences;
  }

  /** Returns the data directories that were kept beside the one in use. */
  static List<Path> setAside(EtcdMember member) throws IOException {
    String prefix = member.dataDirectory().getFileName() + ".aside-";
    try (Stream<Path> files = Files.list(member.files().folder())) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
