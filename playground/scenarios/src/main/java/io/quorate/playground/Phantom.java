package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A scenario in which somebody adds a voter by hand, with a URL at which nothing will ever run. The
 * voter counts for quorum, so that one more loss would stop all writes.
 */
final class Phantom implements Scenario {
  /** Limit for adding the member: etcd refuses new members in its first seconds. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofAlert(
        "etcdInsufficientMembers",
        "warning",
        "phantom-member",
        "Somebody added a voter with a wrong URL by hand; it is removed.",
        List.of("save-snapshot", "ask-approval", "remove-member", "verify-cluster"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) throws InterruptedException {
    EtcdMember first = cluster.members().getFirst();
    String url = "http://127.0.0.9:" + first.peerUrl().getPort();
    Await.until("etcd to add a member", LIMIT, () -> added(first, url));
    return "somebody adds a voter at " + url + ", where nothing runs";
  }

  private static boolean added(EtcdMember through, String url) throws InterruptedException {
    try {
      Command.Finished added =
          through
              .etcdctl()
              .run(through.clientUrl().toString(), "member", "add", "nobody", "--peer-urls=" + url);
      return added.succeeded();
    } catch (IOException silent) {
      return false;
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after) {
    return after.otherIdsThan(before);
  }
}
