package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which somebody gave a member a wrong peer URL. The cluster looks healthy as long as
 * that member reaches the others, and fails at the next restart of one of them.
 */
final class WrongAddress implements Scenario {
  @Override
  public Synopsis synopsis() {
    return Synopsis.ofAlert(
        "etcdMemberCommunicationSlow",
        "warning",
        "wrong-address",
        "Somebody gave one member a wrong peer URL; the membership is put right.",
        List.of(
            "ask-approval", "update-peer-url", "await-reached", "await-voting", "verify-cluster"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    String wrong = "http://127.0.0.9:" + victim.peerUrl().getPort();
    Command.Finished updated =
        victim
            .etcdctl()
            .run(
                victim.clientUrl().toString(),
                "member",
                "update",
                before.id(victim.name()).orElseThrow(),
                "--peer-urls=" + wrong);
    if (!updated.succeeded()) {
      throw new IOException("the member could not be updated: " + updated.output());
    }
    return "somebody updates the peer URL of "
        + victim.name()
        + " to "
        + wrong
        + ", which is wrong";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after) {
    List<String> differences = new ArrayList<>();
    after.members().stream()
        .filter(
            member ->
                !member.peerUrls().equals(List.of(cluster.member(member.name()).peerUrl() + "")))
        .forEach(member -> differences.add(member.name() + " is listed at " + member.peerUrls()));
    return differences;
  }
}
