package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.snapshot.RestoreSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Readings of foreign files. Each look of an operation asks for a reading, and a reading goes
 * through the whole file, so a reading is kept until its file changes. One look at a time reads a
 * file, and other looks wait for the result.
 */
final class ForeignReadings {
  /**
   * Most files of a cluster whose readings are kept. A look asks for two files: the file that was
   * restored, and the file that is named now.
   */
  private static final int MOST_OF_A_CLUSTER = 2;

  /** Reads a file that has this state. */
  @FunctionalInterface
  interface Reading {
    RestoreSource in(ObjectStore.State state) throws IOException;
  }

  private record Read(String tag, RestoreSource source) {}

  /** The last reading of a file, with the lock for its next reading. */
  private static final class Slot {
    private final Lock alone = new ReentrantLock();
    private Optional<Read> last = Optional.empty();
  }

  private final Map<ClusterKey, Map<String, Slot>> slots = new HashMap<>();

  /**
   * Returns the reading of the file in its present state. Reads the file where no such reading is
   * kept.
   */
  RestoreSource of(ClusterKey cluster, ClusterSnapshotStore on, String file, Reading reading)
      throws IOException {
    Slot slot = slot(cluster, file);
    slot.alone.lock();
    try {
      ObjectStore.State state = on.state(file);
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

  /**
   * Returns the slot of the file. A new slot replaces the slot that was unused for the longest
   * time.
   */
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
