package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario in which somebody starts a member of the old cluster by hand, with a copy of its old
 * data and at its old addresses, after a snapshot was restored. The restored cluster has another
 * id: it refuses the old member and goes on unharmed.
 */
final class OldMembersReturn extends RestoringScenario {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Optional<OldMember> old = Optional.empty();

  OldMembersReturn() {
    super(
        new Restoring(
            "old-members-return",
            "A snapshot is restored, and an old member is started by hand with its old data; it is"
                + " refused."));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Disaster disaster = restoring.killAllAfterASnapshot(cluster, before);
    old = Optional.of(OldMember.copyOf(seat(cluster)));
    disaster.deleteData();
    return "all three members are killed and their data is deleted, but somebody has a copy of "
        + seat(cluster).name();
  }

  private static EtcdMember seat(EtcdCluster cluster) {
    return cluster.members().getLast();
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    differences.addAll(old.orElseThrow().changes());
    EtcdMember other = cluster.members().getFirst();
    EndpointStatus restored = EndpointStatus.of(cluster, other);
    seat(cluster).stop();
    try {
      old.orElseThrow().startInVain();
      Command.Finished put = cluster.etcdctlAt(other, "put", "/written-beside-an-old-member", "1");
      if (!put.succeeded()) {
        differences.add("beside the old member nothing can be written: " + put.output().strip());
      }
      if (old.orElseThrow().isServing()) {
        differences.add("the old member serves");
      }
    } finally {
      old.orElseThrow().end();
    }
    seat(cluster).start();
    seat(cluster).awaitServing(LIMIT);
    EndpointStatus then = EndpointStatus.of(cluster, other);
    if (then.clusterId() != restored.clusterId() || then.revision() <= restored.revision()) {
      differences.add("the restored cluster did not go on: " + restored + ", then " + then);
    }
    Inspection unharmed = Inspection.of(cluster, sizeAfter());
    differences.addAll(unharmed.differences());
    differences.addAll(unharmed.otherIdsThan(after));
    return differences;
  }
}
