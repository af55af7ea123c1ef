package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A scenario without a fault: a snapshot is saved and restored on trial while clients write. */
final class Backup implements Scenario {
  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "backup",
        Map.of("verify", List.of()),
        "backup",
        "A snapshot is saved and restored on trial, where nobody can reach it.",
        List.of("save-snapshot", "drill-snapshot"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) {
    return "nothing is wrong; a backup is wanted";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    return new KeptSnapshots(cluster).differences(after.otherIdsThan(before), 1, Set.of());
  }
}
