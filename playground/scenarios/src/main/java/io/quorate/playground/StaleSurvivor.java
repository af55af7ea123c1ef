package io.quorate.playground;

import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which one member is down while the others write on and a snapshot is saved, and
 * then the others lose their data. The member that is left is behind the snapshot: the snapshot is
 * restored, and the member's data kept.
 */
final class StaleSurvivor extends RestoringScenario {
  StaleSurvivor() {
    super(
        new Restoring(
            Synopsis.ofLostQuorum(
                "stale-survivor",
                "Two members lose their data and the third is behind a snapshot; the snapshot is"
                    + " restored.",
                SurvivorOnly.STEPS)));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    EtcdMember stale = cluster.member(LostMember.victim(before));
    Revision behind = new Revision(EndpointStatus.of(cluster, stale).revision());
    stale.kill();
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(behind);
    SavedSnapshot saved = new KeptSnapshots(cluster).save(Duration.ZERO);
    disaster.awaitWritesAfter(saved.atLeast());
    restoring.expect(saved, disaster.killAll());
    for (EtcdMember member : cluster.members()) {
      if (!member.equals(stale)) {
        Folders.delete(member.dataDirectory());
      }
    }
    return stale.name()
        + " ended at revision "
        + behind
        + ", then the two others were killed and lost their data; left is "
        + restoring.source()
        + " at revision "
        + saved.atLeast()
        + ", and "
        + mayLose()
        + " revisions were written after it";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    if (LostMember.setAsideIn(cluster).size() != 1) {
      differences.add("the stale data is not kept: " + LostMember.setAsideIn(cluster));
    }
    return differences;
  }
}
