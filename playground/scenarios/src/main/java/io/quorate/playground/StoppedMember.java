package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which a follower's process is killed; its data is intact, so starting the member is
 * the best answer.
 */
final class StoppedMember implements Scenario {
  @Override
  public String name() {
    return "stopped-member";
  }

  @Override
  public String sentence() {
    return "One member of three is killed, its data is there; it is started again.";
  }

  @Override
  public List<String> steps() {
    return List.of("ask-approval", "resume-member", "await-voting", "verify-cluster");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdMembersDown", "severity", "critical");
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    victim.kill();
    return victim.name() + ", a follower, is killed with -9; its data is whole";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
