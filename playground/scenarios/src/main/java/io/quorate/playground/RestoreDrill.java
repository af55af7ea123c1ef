package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A scenario in which a byte of the newest snapshot is flipped: a drill finds it, says so, and
 * restores the one before.
 */
final class RestoreDrill implements Scenario {
  private final Set<String> flipped = new HashSet<>();

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "restore-drill",
        Map.of(),
        "drill",
        "A byte of the newest snapshot is flipped; a drill marks it and restores the one"
            + " before.",
        List.of("drill-snapshot"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    KeptSnapshots kept = new KeptSnapshots(cluster);
    kept.save(Duration.ofHours(6));
    flipped.clear();
    flipped.add(kept.flipAByte(kept.save(Duration.ofMinutes(1))));
    return "two snapshots are kept, and a byte of " + flipped.iterator().next() + " is flipped";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    return new KeptSnapshots(cluster).differences(after.otherIdsThan(before), 1, flipped);
  }
}
