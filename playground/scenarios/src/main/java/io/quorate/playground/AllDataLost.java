package io.quorate.playground;

import io.quorate.cluster.SavedSnapshot;
import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario in which all three members lose their data. A snapshot is all that is left: it is
 * restored, and what was written after it is lost, which two people read before.
 */
final class AllDataLost implements RestoringScenario {
  /** Whether a later snapshot is saved where Quorate does not look. */
  private enum Later {
    NONE,
    ELSEWHERE
  }

  private final Restoring restoring = new Restoring();
  private final Later wanted;
  private Optional<SavedSnapshot> later = Optional.empty();

  private AllDataLost(Later wanted) {
    this.wanted = wanted;
  }

  static AllDataLost ofThree() {
    return new AllDataLost(Later.NONE);
  }

  /** A later snapshot than the restored one is left where Quorate does not look. */
  static AllDataLost withALaterSnapshotElsewhere() {
    return new AllDataLost(Later.ELSEWHERE);
  }

  /** Returns the snapshot that Quorate did not see; empty where none was wanted. */
  Optional<SavedSnapshot> later() {
    return later;
  }

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
    if (wanted == Later.ELSEWHERE) {
      later = Optional.of(KeptSnapshots.elsewhere(cluster).save(Duration.ZERO));
    }
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
