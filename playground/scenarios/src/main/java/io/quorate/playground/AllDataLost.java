package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;

/**
 * A scenario in which all three members lose their data. A snapshot is all that is left: it is
 * restored, and what was written after it is lost, which two people read before.
 */
final class AllDataLost extends RestoringScenario {
  AllDataLost() {
    super(
        new Restoring(
            "all-data-lost",
            "All three members are killed and their data is gone; the last snapshot is restored."));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    restoring.killAllAfterASnapshot(cluster, before).deleteData();
    return "all three members are killed with -9 and their data is deleted; left is "
        + restoring.source()
        + ", and "
        + mayLose()
        + " revisions were written after it";
  }
}
