package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.List;

/**
 * A scenario in which a process is frozen by SIGSTOP: its connections stand, and it does nothing.
 * It gets SIGTERM, which it cannot act upon, and after a second question SIGKILL.
 */
record HungMember(Synopsis synopsis, boolean leader) implements Scenario {
  private static final List<String> STEPS =
      List.of(
          "ask-approval",
          "terminate-member",
          "kill-member",
          "resume-member",
          "await-voting",
          "verify-cluster");

  static HungMember ofFollower() {
    return new HungMember(
        Synopsis.ofMembersDown(
            "hung-member",
            "One member of three is frozen (SIGSTOP); it is ended, after a question of its own by"
                + " SIGKILL, and started.",
            STEPS),
        false);
  }

  static HungMember ofLeader() {
    return new HungMember(
        Synopsis.ofMembersDown(
            "hung-leader",
            "The leader of three is frozen (SIGSTOP); it is ended and started.",
            STEPS),
        true);
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
        .filter(member -> before.leads(member.name()) == leader)
        .reduce((first, second) -> second)
        .orElseThrow();
  }
}
