package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RestoreSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Readings of foreign files, each kept until its file changes: each look of an operation asks for
 * one, and each reading goes through all of a file. One look at a time reads a file, and the others
 * wait for what it found.
 */
final class ForeignReadings {
  /** A look asks for two of a cluster: the one that was restored, and the one that is named now. */
  private static final int MOST_OF_A_CLUSTER = 2;

  /** A reading of a file in this state. */
  @FunctionalInterface
  interface Reading {
    RestoreSource in(Shelf.State state) throws IOException;
  }

  private record Read(String tag, RestoreSource source) {}

  /** A file, and what was read of it last. */
  private static final class Slot {
    private final Lock alone = new ReentrantLock();
    private Optional<Read> last = Optional.empty();
  }

  private final Map<ClusterKey, Map<String, Slot>> slots = new HashMap<>();

  /** What was read of the file as it is now; it is read where that is not known. */
  RestoreSource of(ClusterKey cluster, Shelf on, String file, Reading reading) throws IOException {
    Slot slot = slot(cluster, file);
    slot.alone.lock();
    try {
      Shelf.State state = on.state(file);
      Optional<Read> same = slot.last.filter(read -> read.tag().equals(state.tag()));
      if (same.isPresent()) {
        return same.get().source();
      }
      RestoreSource source = reading.in(state);
      slot.last = Optional.of(new Read(state.tag(), source));
      return source;
    } finally {
      slot.alone.unlock();
    }
  }

  /** The place of the file; the one that was not asked for longest makes room. */
  private synchronized Slot slot(ClusterKey cluster, String file) {
    Map<String, Slot> ofCluster =
        slots.computeIfAbsent(
            cluster, any -> new LinkedHashMap<>(2 * MOST_OF_A_CLUSTER, 0.75f, true));
    Slot slot = ofCluster.computeIfAbsent(file, any -> new Slot());
    if (ofCluster.size() > MOST_OF_A_CLUSTER) {
      ofCluster.remove(ofCluster.keySet().iterator().next());
    }
    return slot;
  }
}
