package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A scenario in which two members of three lose their data for good. The third is killed, or runs
 * on without quorum until people have it stopped. What it has on its disk is made a snapshot, and a
 * new cluster of it.
 */
record SurvivorOnly(Synopsis synopsis, boolean serves) implements Scenario {
  /** Steps at which a worker can be killed where a member's data is left. */
  static final List<String> STEPS =
      List.of(
          "salvage-member",
          "try-restore",
          "fence-members",
          "leave-old-directory",
          "restore-member",
          "verify-restored",
          "start-restored",
          "add-learner",
          "start-member",
          "promote-learner",
          "drill-snapshot");

  static SurvivorOnly killed() {
    return of(false, "survivor-only", "is killed", STEPS);
  }

  static SurvivorOnly serving() {
    List<String> ofOne = List.of("save-from-survivor", "end-survivor");
    return of(
        true,
        "serving-survivor",
        "answers on without quorum",
        Stream.of(ofOne, STEPS).flatMap(List::stream).toList());
  }

  private static SurvivorOnly of(boolean serves, String name, String third, List<String> steps) {
    String sentence =
        "Two members of three lose their data and the third "
            + third
            + "; it is restored from the third's data.";
    return new SurvivorOnly(Synopsis.ofLostQuorum(name, sentence, steps), serves);
  }

  @Override
  public boolean restores() {
    return true;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    List<EtcdMember> followers = new ArrayList<>(cluster.members());
    followers.removeIf(member -> before.leads(member.name()));
    for (EtcdMember follower : followers) {
      follower.kill();
      Folders.delete(follower.dataDirectory());
    }
    EtcdMember survivor =
        cluster.members().stream()
            .filter(member -> before.leads(member.name()))
            .findFirst()
            .orElseThrow();
    if (!serves) {
      survivor.kill();
    }
    return "two members are killed and their data deleted; "
        + survivor.name()
        + (serves
            ? " answers on without quorum"
            : " is killed too, and its data is all that is left");
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    if (after.otherIdsThan(before).size() != 3) {
      differences.add("not all members are of a new cluster: " + after.otherIdsThan(before));
    }
    if (LostMember.setAsideIn(cluster).size() != 1) {
      differences.add("the survivor's data is not kept: " + LostMember.setAsideIn(cluster));
    }
    return differences;
  }
}
