package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;

/**
 * A scenario in which a follower's process is killed; its data is intact, so starting the member is
 * the best answer.
 */
final class StoppedMember implements Scenario {
  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "stopped-member",
        "One member of three is killed, its data is there; it is started again.",
        Synopsis.RESUME);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    victim.kill();
    return victim.name() + ", a follower, is killed with -9; its data is whole";
  }
}
