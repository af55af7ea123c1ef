package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which all three members lose their data. A snapshot is all that is left: it is
 * restored, and what was written after it is lost, which two people read before.
 */
final class AllDataLost implements RestoringScenario {
  private final Restoring restoring = new Restoring();

  @Override
  public Restoring restoring() {
    return restoring;
  }

  @Override
  public String name() {
    return "all-data-lost";
  }

  @Override
  public String sentence() {
    return "All three members are killed and their data is gone; the last snapshot is restored.";
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    SavedSnapshot saved = new KeptSnapshots(cluster).save(Duration.ZERO);
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(saved.atLeast());
    restoring.expect(saved, disaster.killAll());
    disaster.deleteData();
    return "all three members are killed with -9 and their data is deleted; left is "
        + restoring.source()
        + ", and "
        + mayLose()
        + " revisions were written after it";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
