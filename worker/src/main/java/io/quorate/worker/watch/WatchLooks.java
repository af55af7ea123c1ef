package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.observation.Observer;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.ObservationMemory;
import io.quorate.record.SizeHistory;
import io.quorate.view.ClusterView;
import io.quorate.watch.HostRound;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Looks of the watch, which keep the records of the clusters
 * (docs/adr/0033-the-record-is-kept-by-the-worker-itself.md).
 */
public final class WatchLooks implements Watchman.Looks {
  private final Function<ClusterKey, ClusterPorts> ports;
  private final Clock clock;
  private final Set<ClusterKey> looked = ConcurrentHashMap.newKeySet();
  private final Map<ClusterKey, SizeHistory> sizes = new ConcurrentHashMap<>();

  public WatchLooks(Function<ClusterKey, ClusterPorts> ports, Clock clock) {
    this.ports = ports;
    this.clock = clock;
  }

  /**
   * Looks at a cluster and writes what is new into its record. Throws a {@link Failure} where the
   * look is not possible.
   */
  @Override
  public ClusterView look(ClusterKey key) {
    ClusterPorts cluster = ports.apply(key);
    return Observer.recording(cluster, clock).look(ObservationMemory.NONE, depth(cluster));
  }

  @Override
  public Optional<SizeHistory> sizesBefore(ClusterKey key) {
    return Optional.ofNullable(sizes.remove(key));
  }

  /**
   * Looks at the members and the hosts of all of them, which costs a hundred times as much, and
   * takes up to 40 s where hosts hang. Leaves the record alone, because only a look that is
   * compared with the record may write a new member list there. Throws a {@link Failure} where the
   * look is not possible.
   */
  public HostRound hosts(ClusterKey key) {
    return HostRound.of(
        new Observer(ports.apply(key), clock).look(ObservationMemory.NONE, ObservationDepth.USUAL));
  }

  /**
   * The first look of a worker at a cluster whose token nobody has recorded reads the files on its
   * hosts too, for only the environment files tell it. All others ask the members alone, and the
   * hosts of silent members, which costs a hundredth of that.
   */
  private ObservationDepth depth(ClusterPorts cluster) {
    if (!looked.add(cluster.cluster())) {
      return ObservationDepth.ANSWERS;
    }
    Optional<ClusterRecord> record =
        cluster.records().flatMap(records -> record(records, cluster.cluster()));
    record.flatMap(ClusterRecord::sizes).ifPresent(before -> sizes.put(cluster.cluster(), before));
    boolean told =
        record.flatMap(ClusterRecord::current).flatMap(Incarnation::bootstrapName).isPresent();
    return told ? ObservationDepth.ANSWERS : ObservationDepth.USUAL;
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
