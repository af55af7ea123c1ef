package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which a process is frozen by SIGSTOP: its connections stand, and it does nothing.
 * It gets SIGTERM, which it cannot act upon, and after a second question SIGKILL.
 */
final class HungMember implements Scenario {
  /** Role of the frozen member. */
  private enum Whom {
    FOLLOWER,
    LEADER
  }

  private final Whom whom;

  private HungMember(Whom whom) {
    this.whom = whom;
  }

  static HungMember follower() {
    return new HungMember(Whom.FOLLOWER);
  }

  static HungMember leader() {
    return new HungMember(Whom.LEADER);
  }

  @Override
  public String name() {
    return switch (whom) {
      case FOLLOWER -> "hung-member";
      case LEADER -> "hung-leader";
    };
  }

  @Override
  public String sentence() {
    return switch (whom) {
      case FOLLOWER ->
          "One member of three is frozen (SIGSTOP); it is ended, after a question of its own by"
              + " SIGKILL, and started.";
      case LEADER -> "The leader of three is frozen (SIGSTOP); it is ended and started.";
    };
  }

  @Override
  public List<String> steps() {
    return List.of(
        "ask-approval",
        "terminate-member",
        "kill-member",
        "resume-member",
        "await-voting",
        "verify-cluster");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdMembersDown", "severity", "critical");
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = victim(cluster, before);
    victim.freeze();
    return victim.name() + " is frozen with SIGSTOP: it keeps its connections and answers nobody";
  }

  private EtcdMember victim(EtcdCluster cluster, Inspection before) {
    return cluster.members().stream()
        .filter(member -> before.leads(member.name()) == (whom == Whom.LEADER))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
