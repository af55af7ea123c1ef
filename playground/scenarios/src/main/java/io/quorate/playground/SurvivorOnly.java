package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which two members of three lose their data for good, and the third is killed. What
 * it has on its disk is made a snapshot, and a new cluster of it.
 */
final class SurvivorOnly implements Scenario {
  @Override
  public String name() {
    return "survivor-only";
  }

  @Override
  public String sentence() {
    return "Two members of three lose their data and the third is killed; it is restored from the"
        + " third's data.";
  }

  @Override
  public List<String> steps() {
    return List.of(
        "salvage-member",
        "fence-member",
        "leave-old-directory",
        "restore-member",
        "start-restored",
        "add-learner",
        "start-member",
        "promote-learner");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdInsufficientMembers", "severity", "critical");
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
    survivor.kill();
    return "two members are killed and their data deleted, then "
        + survivor.name()
        + " is killed too; its data is all that is left";
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
