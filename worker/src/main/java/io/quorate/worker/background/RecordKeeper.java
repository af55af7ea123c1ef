package io.quorate.worker.background;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.observation.Observer;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.ObservationMemory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeper of the records: looks at every cluster of which nobody has recorded a look for a while
 * (docs/adr/0033-the-record-is-kept-by-the-worker-itself.md). It diagnoses nothing and wakes
 * nobody.
 */
public final class RecordKeeper {
  /**
   * Age of the last look at which a cluster is looked at again. A change of the members is written
   * at once, figures once a minute.
   */
  static final Duration EVERY = Duration.ofSeconds(30);

  /** Time between two readings of a record: how much older than that a look may get. */
  private static final Duration PACE = Duration.ofSeconds(10);

  /**
   * Most looks at one time: each is a few requests, and up to 15 s of waiting where members hang.
   */
  private static final int AT_ONCE = 8;

  private final Function<ClusterKey, ClusterPorts> ports;
  private final Clock clock;

  /** The keeper's own looks, of which every other one changes nothing and is not written. */
  private final Map<ClusterKey, Instant> looked = new ConcurrentHashMap<>();

  public RecordKeeper(Function<ClusterKey, ClusterPorts> ports, Clock clock) {
    this.ports = ports;
    this.clock = clock;
  }

  /** The task of looking at the clusters that are due. */
  public ClusterTask task() {
    return new ClusterTask("record-keeper", PACE, AT_ONCE, this::keep);
  }

  private void keep(ClusterKey key) {
    ClusterPorts cluster = ports.apply(key);
    Optional<ClusterRecord> record =
        cluster.records().flatMap(records -> record(records, cluster.cluster()));
    if (!isFresh(cluster, record)) {
      ObservationDepth depth = depth(key, record);
      looked.put(key, clock.instant());
      Observer.recording(cluster, clock).look(ObservationMemory.NONE, depth);
    }
  }

  /**
   * The first look of a worker at a cluster whose token nobody has recorded reads the files on its
   * hosts too, for only the environment files tell it. All others ask the members alone, which
   * costs a hundredth of that.
   */
  private ObservationDepth depth(ClusterKey key, Optional<ClusterRecord> record) {
    boolean told =
        record.flatMap(ClusterRecord::current).flatMap(Incarnation::bootstrapName).isPresent();
    return told || looked.containsKey(key) ? ObservationDepth.ANSWERS : ObservationDepth.USUAL;
  }

  private boolean isFresh(ClusterPorts cluster, Optional<ClusterRecord> record) {
    Stream<Instant> recorded =
        record.stream().flatMap(known -> known.lastLook().stream()).map(LastLook::at);
    return Stream.concat(recorded, Stream.ofNullable(looked.get(cluster.cluster())))
        .anyMatch(last -> Age.isBelow(EVERY, last, clock.instant()));
  }

  /** The record; empty also where it cannot be read, which the look that follows says. */
  private static Optional<ClusterRecord> record(ClusterRecords records, ClusterKey cluster) {
    try {
      return records.read(cluster).record();
    } catch (Failure unread) {
      return Optional.empty();
    }
  }
}
