package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which somebody replaces a member by hand and forgets the last step: the member is
 * added as a learner, runs, and never gets its vote.
 */
final class LeftLearner implements Scenario {
  /** Limit for each change: etcd refuses changes in its first seconds. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final String BOOTSTRAP = "ETCD_INITIAL_CLUSTER_STATE=new";
  private static final String BOOTSTRAPPED = "ETCD_INITIAL_CLUSTER_STATE=existing";

  @Override
  public Synopsis synopsis() {
    return Synopsis.silent(
        "left-learner",
        "Somebody replaces a member, forgets to promote it,",
        List.of(
            "save-snapshot", "ask-approval", "await-in-sync", "promote-learner", "verify-cluster"));
  }

  @Override
  public boolean isSilent() {
    return true;
  }

  /** The watch leaves a change by hand a quarter of an hour to end. */
  @Override
  public Duration unnoticed() {
    return Duration.ofMinutes(15);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    String id = before.id(victim.name()).orElseThrow();
    victim.kill();
    victim.destroyData();
    change(cluster, "member", "remove", id);
    change(cluster, "member", "add", victim.name(), "--peer-urls=" + victim.peerUrl(), "--learner");
    Path environment = victim.files().environmentFile();
    Files.writeString(environment, Files.readString(environment).replace(BOOTSTRAP, BOOTSTRAPPED));
    victim.start();
    return victim.name() + " is replaced by hand, runs as a learner, and is left so";
  }

  private static void change(EtcdCluster cluster, String... words) throws InterruptedException {
    Await.until("etcd to take: " + String.join(" ", words), LIMIT, () -> taken(cluster, words));
  }

  private static boolean taken(EtcdCluster cluster, String... words) throws InterruptedException {
    try {
      return cluster.etcdctl(words).succeeded();
    } catch (IOException refused) {
      return false;
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>(LostMember.setAsideIn(cluster));
    String victim = LostMember.victim(before);
    if (after.id(victim).equals(before.id(victim))) {
      differences.add(victim + " still has its old member id");
    }
    return differences;
  }
}
