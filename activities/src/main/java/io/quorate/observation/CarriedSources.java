package io.quorate.observation;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Incarnation;
import io.quorate.cluster.RaftOrder;
import io.quorate.cluster.RestoreSource;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Snapshots that a look carries for a restore: the furthest of each history, whatever clocks said
 * of them. Those that cannot be used are carried as witnesses of how far the cluster was.
 */
record CarriedSources(ClusterPorts ports) {
  /** Most snapshots of a history that are carried, of each kind. */
  private static final int MOST = 24;

  /** The view with them. */
  ClusterView in(ClusterView view) {
    List<RestoreSource> known =
        known().stream()
            .filter(source -> isOfItsHistory(view, source.saved().clusterId()))
            .toList();
    Predicate<RestoreSource> usable = source -> source.unusable().isEmpty();
    Set<RestoreSource> furthest =
        Stream.of(usable, usable.negate())
            .flatMap(kind -> furthest(known.stream().filter(kind)))
            .collect(Collectors.toSet());
    return view.withSources(known.stream().filter(furthest::contains).toList());
  }

  /** Those of the store; none where it does not answer, which {@link KeptBackups} tells. */
  private List<RestoreSource> known() {
    try {
      return ports.snapshots().known(ports.cluster());
    } catch (Failure unread) {
      return List.of();
    }
  }

  /** The furthest of each history, for raft tells no order of two. */
  private static Stream<RestoreSource> furthest(Stream<RestoreSource> sources) {
    return sources
        .collect(Collectors.groupingBy(source -> source.saved().clusterId()))
        .values()
        .stream()
        .flatMap(history -> RaftOrder.of(history).reversed().stream().limit(MOST));
  }

  /**
   * Whether a snapshot is of the history that the cluster has, or served last: a dead future, or
   * another cluster's snapshot in the same place, crowds out none that counts.
   */
  private static boolean isOfItsHistory(ClusterView view, ClusterId id) {
    return view.clusterId().filter(id::equals).isPresent()
        || view.past().lastServed().map(Incarnation::clusterId).filter(id::equals).isPresent();
  }
}
