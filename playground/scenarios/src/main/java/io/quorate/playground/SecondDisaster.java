package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A scenario that begins with {@linkplain EmptyVolumes empty volumes}: all data is lost, and a
 * restore puts the cluster back to an earlier state, from which it goes on. Then all data is lost
 * once more. Meanwhile a snapshot has turned up that is later than the restored snapshot, and older
 * than the first loss. Quorate does not choose this snapshot, and restores a snapshot of the
 * present history.
 */
final class SecondDisaster extends RestoringScenario {
  private final EmptyVolumes first = EmptyVolumes.withALaterSnapshotElsewhere();

  SecondDisaster() {
    super(
        new Restoring(
            "second-disaster",
            "All data is lost again after a restore to the past; what was beyond that past is not"
                + " chosen."));
  }

  @Override
  public Optional<Scenario> comesAfter() {
    return Optional.of(first);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    SavedSnapshot dead = first.later().orElseThrow();
    KeptSnapshots.elsewhere(cluster).bringBack(dead);
    restoring.killAllAfterASnapshot(cluster, before).deleteData();
    return "snapshot "
        + dead.file()
        + " of the first history turns up, then all three members are killed and lose their data"
        + " once more; left of the present history is "
        + restoring.source();
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    return restoring.differences(before, after);
  }
}
