package io.quorate.playground;

import io.quorate.cluster.SavedSnapshot;
import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which all data is lost and the newest snapshot is cut off: the one before is
 * restored, and what that loses is announced.
 */
final class CorruptSnapshot implements RestoringScenario {
  private final Restoring restoring = new Restoring();

  @Override
  public Restoring restoring() {
    return restoring;
  }

  @Override
  public String name() {
    return "corrupt-snapshot";
  }

  @Override
  public String sentence() {
    return "All data is lost and the newest snapshot is cut off; the one before is restored.";
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    KeptSnapshots kept = new KeptSnapshots(cluster);
    SavedSnapshot older = kept.save(Duration.ofMinutes(1));
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(older.atLeast());
    String cut = kept.cut(kept.save(Duration.ZERO));
    restoring.expect(older, disaster.killAll());
    disaster.deleteData();
    return "all three members are killed and their data is deleted; of two snapshots the newer, "
        + cut
        + ", is cut off in its middle, and "
        + mayLose()
        + " revisions were written after the older";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
