package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.WatchNames;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Shards of the fleet that this process holds. Thread-safe. */
public final class HeldShards {
  private static final int SPARE = 2;

  /** How often a worker that has its share leaves a shard to the others. */
  private static final int POLITE = 2;

  /** Longer than Temporal knows the polls of a worker that is dead. */
  private static final Duration SETTLED = Duration.ofMinutes(3);

  private volatile Map<Integer, Set<ClusterKey>> clusters;
  private final Map<Integer, Integer> declined = new HashMap<>();
  private final LongSupplier nanos;

  /** The shards that are held, and since when. */
  private final Map<Integer, Long> held = new ConcurrentHashMap<>();

  /**
   * Creates the shards of these clusters; none is held yet.
   *
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   */
  public HeldShards(Collection<ClusterKey> clusters, LongSupplier nanos) {
    this.nanos = nanos;
    this.clusters = byShard(clusters);
  }

  /** Knows these clusters from now on. */
  public void know(Collection<ClusterKey> known) {
    clusters = byShard(known);
  }

  private static Map<Integer, Set<ClusterKey>> byShard(Collection<ClusterKey> all) {
    return all.stream().collect(Collectors.groupingBy(WatchNames::shardOf, Collectors.toSet()));
  }

  /** The shards that have a cluster; no other one is ever held. */
  public Set<Integer> needed() {
    return Set.copyOf(clusters.keySet());
  }

  /** The clusters of a shard; empty where the shard is not needed. */
  public Set<ClusterKey> clusters(int shard) {
    return clusters.getOrDefault(shard, Set.of());
  }

  /** Returns how many shards are held. */
  public int count() {
    return held.size();
  }

  /** Returns whether this process holds the first shard that is needed: one process does. */
  public boolean holdsFirst() {
    return clusters.keySet().stream().min(Integer::compareTo).filter(held::containsKey).isPresent();
  }

  /** Returns whether this process watches the cluster. */
  public boolean watches(ClusterKey cluster) {
    int shard = WatchNames.shardOf(cluster);
    return held.containsKey(shard) && clusters(shard).contains(cluster);
  }

  /**
   * Takes a shard, unless this process has its share and another worker may want the shard. A shard
   * that nobody else took is taken at the third offer.
   *
   * @param workers processes that watch, 1 or more
   */
  public synchronized boolean takes(int shard, int workers) {
    if (held.size() >= share(workers) && declined.merge(shard, 1, Integer::sum) <= POLITE) {
      return false;
    }
    declined.remove(shard);
    return held.putIfAbsent(shard, nanos.getAsLong()) == null;
  }

  /**
   * Leaves a shard to others where this process holds more than its share; returns whether. A shard
   * is kept for some minutes: until then a dead worker may still be counted, which takes none.
   */
  public synchronized boolean leaves(int shard, int workers) {
    boolean settled =
        Optional.ofNullable(held.get(shard))
            .filter(since -> nanos.getAsLong() - since >= SETTLED.toNanos())
            .isPresent();
    return settled && held.size() > share(workers) && held.remove(shard) != null;
  }

  /** Holds a shard no more. */
  public synchronized void release(int shard) {
    held.remove(shard);
  }

  /** Two to spare, so that a shard does not go back and forth. */
  private int share(int workers) {
    return Math.ceilDiv(clusters.size(), Math.max(1, workers)) + SPARE;
  }
}
