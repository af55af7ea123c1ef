package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.time.Duration;

/**
 * A scenario in which all data is lost, the newest snapshot is cut off, and the one before has a
 * flipped byte: the third is restored, and what that loses is announced.
 */
final class CorruptSnapshot extends RestoringScenario {
  CorruptSnapshot() {
    super(
        new Restoring(
            "corrupt-snapshot",
            "All data is lost, and of two newer snapshots one is cut off and one has a flipped"
                + " byte; the third is restored."));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    KeptSnapshots kept = new KeptSnapshots(cluster);
    SavedSnapshot older = kept.save(Duration.ofMinutes(1));
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(older.atLeast());
    String flipped = kept.flipAByte(kept.save(Duration.ofSeconds(20)));
    String cut = kept.cut(kept.save(Duration.ZERO));
    restoring.expect(older, disaster.killAll());
    disaster.deleteData();
    return "all three members are killed and their data is deleted; of three snapshots the newest, "
        + cut
        + ", is cut off in its middle, the one before, "
        + flipped
        + ", has a flipped byte, and "
        + mayLose()
        + " revisions were written after the third";
  }
}
