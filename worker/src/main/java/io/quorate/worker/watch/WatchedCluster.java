package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import java.time.Duration;
import java.util.Set;

/**
 * Cluster of the watch, with a slot and a last pulse. All times are nanoseconds of a monotonic
 * clock. Written by the thread that asks; the end of a pulse comes from another one.
 */
final class WatchedCluster {
  /** How soon after a pulse, such as the one that opened the connections, a slot is passed over. */
  private static final Duration JUST_NOW = FleetWatch.EVERY.dividedBy(6);

  /** Without a pulse for longer than that, connections and evidence count as gone. */
  private static final Duration FORGOTTEN = FleetWatch.EVERY.multipliedBy(2);

  private final ClusterKey key;
  private final Set<FailureDomain> domains;
  private final long slot;
  private boolean known;
  private boolean waiting;
  private volatile long asked;
  private volatile boolean underWay;
  private volatile long seen;
  private volatile long heldSince;
  private boolean held;

  WatchedCluster(ClusterKey key, Set<FailureDomain> domains, long now) {
    this.key = key;
    this.domains = Set.copyOf(domains);
    this.slot = slot(key);
    this.seen = now;
    this.heldSince = now;
  }

  /** The cluster's time in each 30 s, by a hash of its key: the same in every process. */
  private static long slot(ClusterKey key) {
    long spread = Integer.toUnsignedLong(key.value().hashCode() * 0x9E3779B9);
    return Math.multiplyHigh(spread << 31, FleetWatch.EVERY.toNanos() << 1);
  }

  ClusterKey key() {
    return key;
  }

  Set<FailureDomain> domains() {
    return domains;
  }

  long slot() {
    return slot;
  }

  /** When it was asked last. */
  long asked() {
    return asked;
  }

  /** When its last pulse ended, or when this process took the cluster where that is later. */
  long seen() {
    return Math.max(seen, heldSince);
  }

  /** Notes whether this process holds the cluster now. */
  void hold(boolean now, long at) {
    if (now && !held) {
      heldSince = at;
    }
    held = now;
  }

  boolean isUnderWay() {
    return underWay;
  }

  /** Whether its connections have to be opened before it can be asked in its slot. */
  boolean isNew(long now) {
    return !known || now - asked > FORGOTTEN.toNanos();
  }

  boolean wasAskedJustNow(long now) {
    return known && now - asked < JUST_NOW.toNanos();
  }

  /** Enters the queue of those whose connections are opened; false where it stands there. */
  boolean joinQueue() {
    boolean added = !waiting;
    waiting = true;
    return added;
  }

  void leaveQueue() {
    waiting = false;
  }

  void begin(long now) {
    known = true;
    waiting = false;
    asked = now;
    underWay = true;
  }

  void seenAt(long now) {
    seen = now;
  }

  void end() {
    underWay = false;
  }
}
