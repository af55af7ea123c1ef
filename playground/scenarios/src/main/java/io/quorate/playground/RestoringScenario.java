package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A scenario that ends with a restore, which loses what came after the snapshot. */
public abstract sealed class RestoringScenario implements Scenario
    permits AllDataLost,
        EmptyVolumes,
        OldMembersReturn,
        SecondDisaster,
        StaleSurvivor,
        CorruptSnapshot,
        InterruptedRestore,
        DeletedPrefix {
  /** The restore that is expected, and what the operation says of it. */
  final Restoring restoring;

  RestoringScenario(Restoring restoring) {
    this.restoring = restoring;
  }

  @Override
  public Synopsis synopsis() {
    return restoring.synopsis();
  }

  @Override
  public boolean restores() {
    return true;
  }

  @Override
  public long mayLose() {
    return restoring.mayLose();
  }

  @Override
  public void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    restoring.look(operation);
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
