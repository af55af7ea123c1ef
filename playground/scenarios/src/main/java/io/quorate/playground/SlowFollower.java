package io.quorate.playground;

import io.quorate.lab.machine.SlowedDisk;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Trouble of a disk: a member waits for each write to its log, and is no leader. */
final class SlowFollower implements Noticed.Trouble {
  /** Wait that etcd's histogram counts above 128 ms, also on a fast disk. */
  private static final Duration EACH = Duration.ofMillis(200);

  @Override
  public Optional<String> whyNotHere() {
    try {
      return SlowedDisk.whyNot();
    } catch (InterruptedException called) {
      Thread.currentThread().interrupt();
      return Optional.of("the playground was called off");
    }
  }

  @Override
  public String make(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    long pid = victim.pid().orElseThrow(() -> new IOException(victim.name() + " does not run"));
    SlowedDisk.slow(pid, EACH, victim.files().folder().resolve("strace.log"));
    return victim.name() + ", a follower, waits " + EACH.toMillis() + " ms for its disk each time";
  }
}
