package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scenario without a fault: a person has all members restarted while clients write. */
final class Restart implements Scenario {
  private final Map<String, Optional<Long>> pids = new HashMap<>();

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "rolling-restart",
        Map.of(),
        "restart",
        "All members are restarted one at a time, the leader last.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "stop-member",
            "resume-member",
            "await-voting",
            "move-leader",
            "verify-cluster"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) {
    cluster.members().forEach(member -> pids.put(member.name(), member.pid()));
    return "nothing is wrong; everybody is to be restarted";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    for (EtcdMember member : cluster.members()) {
      if (member.pid().equals(pids.get(member.name()))) {
        differences.add(member.name() + " was not restarted");
      }
    }
    return differences;
  }
}
