package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A scenario in which the cluster works, nobody alerts, and the watch finds what somebody should
 * know. The incident says it, and no operation begins.
 *
 * @param says part of what the incident says
 * @param unnoticed time that the trouble itself takes
 */
record Noticed(Synopsis synopsis, Trouble trouble, String says, Duration unnoticed)
    implements Scenario {
  private static final int MOVES = 4;

  /** Longer than the 30 s between two pulses, of which each sees one term. */
  private static final Duration BETWEEN_MOVES = Duration.ofSeconds(35);

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long QUOTA_BYTES = 32L << 20;
  private static final int VALUE_BYTES = 1_000_000;

  /** Values of 1 MB above 80 % of 32 MiB, and below all of it. */
  private static final int VALUES = 28;

  /** Way to make the trouble. */
  interface Trouble {
    /** Makes the trouble; returns what was done, in a sentence. */
    String make(EtcdCluster cluster, Inspection before) throws IOException, InterruptedException;

    /** Returns why the trouble cannot be made on this machine; empty when it can. */
    default Optional<String> whyNotHere() {
      return Optional.empty();
    }
  }

  static Noticed flapping() {
    return new Noticed(
        Synopsis.silent("flapping", "The leader changes every 35 s", List.of()),
        Noticed::moveLeader,
        "The leader changes again and again",
        BETWEEN_MOVES.multipliedBy(MOVES));
  }

  static Noticed quotaTrend() {
    return new Noticed(
        Synopsis.silent("quota-trend", "The databases come near to their quota", List.of()),
        Noticed::write,
        "% of its quota",
        Duration.ZERO);
  }

  /** The watch compares rounds of 5 minutes, and needs two that are slow. */
  static Noticed slowDisk() {
    return new Noticed(
        Synopsis.silent("slow-disk", "The disk of a follower becomes slow", List.of()),
        new SlowFollower(),
        "is slow: one in 100 waits for its log",
        Duration.ofMinutes(15));
  }

  @Override
  public Optional<String> whyNotHere() {
    return trouble.whyNotHere();
  }

  @Override
  public boolean isSilent() {
    return true;
  }

  @Override
  public Optional<String> onlySaid() {
    return Optional.of(says);
  }

  @Override
  public String outcome() {
    return "none";
  }

  @Override
  public EtcdSettings settings(String minor) {
    return EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", "" + QUOTA_BYTES);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    return trouble.make(cluster, before);
  }

  private static String moveLeader(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    for (int moved = 0; moved < MOVES; moved++) {
      moveOnce(cluster, Inspection.of(cluster, cluster.members().size()));
      Thread.sleep(BETWEEN_MOVES);
    }
    return "the leader was moved " + MOVES + " times, every " + BETWEEN_MOVES.toSeconds() + " s";
  }

  private static void moveOnce(EtcdCluster cluster, Inspection now)
      throws IOException, InterruptedException {
    EtcdMember leader =
        cluster.members().stream()
            .filter(one -> now.leads(one.name()))
            .findFirst()
            .orElseThrow(() -> new IOException("no member leads"));
    String next =
        cluster.members().stream()
            .filter(one -> !one.equals(leader))
            .findFirst()
            .flatMap(one -> now.id(one.name()))
            .orElseThrow(() -> new IOException("no member follows"));
    Command.Finished moved =
        leader.etcdctl().run(leader.clientUrl().toString(), "move-leader", next);
    if (!moved.succeeded()) {
      throw new IOException("the leadership could not be moved: " + moved.output());
    }
  }

  private static String write(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    try (HttpClient http = Kv.client()) {
      Kv member = new Kv(cluster.members().getFirst().clientUrl(), http);
      for (int written = 0; written < VALUES; written++) {
        member.put("/jobs/large", new byte[VALUE_BYTES], LIMIT);
      }
    }
    return VALUES + " MB are written to /jobs/large, of a quota of 32 MiB";
  }
}
