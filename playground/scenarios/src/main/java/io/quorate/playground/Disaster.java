package io.quorate.playground;

import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.time.Duration;

/** The end of all members of a cluster, at a revision that is known. */
record Disaster(EtcdCluster cluster, Inspection before) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long SOME = 50;

  /** Waits until clients have written something after this revision. */
  void awaitWritesAfter(Revision saved) throws InterruptedException {
    Await.until("writes after revision " + saved, LIMIT, () -> revision() >= saved.value() + SOME);
  }

  private long revision() throws InterruptedException {
    try {
      return EndpointStatus.of(cluster, leader()).revision();
    } catch (IOException silent) {
      return 0;
    }
  }

  /**
   * Kills all members with -9; returns the last revision. The leader is the last to be killed: once
   * it is alone it acknowledges nothing more, and still tells its revision.
   */
  long killAll() throws IOException, InterruptedException {
    EtcdMember leader = leader();
    for (EtcdMember member : cluster.members()) {
      if (!member.equals(leader)) {
        member.kill();
      }
    }
    long last = EndpointStatus.of(cluster, leader).revision();
    leader.kill();
    return last;
  }

  private EtcdMember leader() {
    return cluster.members().stream()
        .filter(member -> before.leads(member.name()))
        .findFirst()
        .orElseThrow();
  }

  /** Deletes the data directories of all members. */
  void deleteData() throws IOException {
    for (EtcdMember member : cluster.members()) {
      Folders.delete(member.dataDirectory());
    }
  }
}
