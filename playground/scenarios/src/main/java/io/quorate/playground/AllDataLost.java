package io.quorate.playground;

import io.quorate.cluster.SavedSnapshot;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which all three members lose their data. A snapshot is all that is left: it is
 * restored, and what was written after it is lost, which two people read before.
 */
final class AllDataLost implements Scenario {
  private final Restoring restoring = new Restoring();
  private String source = "";
  private long mayLose;

  @Override
  public String name() {
    return "all-data-lost";
  }

  @Override
  public String sentence() {
    return "All three members are killed and their data is gone; the last snapshot is restored.";
  }

  @Override
  public List<String> steps() {
    return List.of(
        "fence-member",
        "restore-member",
        "start-restored",
        "add-learner",
        "start-member",
        "promote-learner");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdInsufficientMembers", "severity", "critical");
  }

  /** What was written after the snapshot. */
  @Override
  public long mayLose() {
    return mayLose;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    SavedSnapshot saved = new KeptSnapshots(cluster).save(Duration.ZERO);
    source = "snapshot " + saved.file();
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(saved.atLeast());
    mayLose = disaster.killAll() - saved.atLeast().value();
    disaster.deleteData();
    return "all three members are killed with -9 and their data is deleted; left is "
        + source
        + ", and "
        + mayLose
        + " revisions were written after it";
  }

  @Override
  public void meanwhile(EtcdCluster cluster, ShowJson operation) {
    restoring.look(operation);
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(restoring.differences(source, before, after));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
