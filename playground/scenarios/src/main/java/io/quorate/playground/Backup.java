package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A scenario without a fault: a snapshot is saved and restored on trial while clients write. */
final class Backup implements Scenario {
  @Override
  public String name() {
    return "backup";
  }

  @Override
  public String sentence() {
    return "A snapshot is saved and restored on trial, where nobody can reach it.";
  }

  @Override
  public List<String> steps() {
    return List.of("save-snapshot", "drill-snapshot");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of();
  }

  @Override
  public Optional<StartJson> start() {
    return Optional.of(new StartJson("backup", Map.of("verify", List.of()), "alice"));
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
