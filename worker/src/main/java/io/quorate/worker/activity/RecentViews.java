package io.quorate.worker.activity;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterKey;
import io.quorate.execution.Guarded;
import io.quorate.operation.DatedMemory;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Views that incidents saw a moment ago, at most one of each cluster. The operation that an
 * incident starts takes the view of its incident in place of a look of its own. A view is too large
 * for a history, so another worker, or this one after a restart, looks anew. The guard looks anew
 * before each step in any case.
 */
public final class RecentViews {
  private final Map<ClusterKey, ClusterView> views = new ConcurrentHashMap<>();

  /** Keeps the view of an incident, and forgets those that are too old by now. */
  void keep(ClusterView view, Instant now) {
    views.values().removeIf(old -> !isFresh(old, now));
    views.put(view.cluster(), view);
  }

  /** Forgets the view of a cluster, because a step may change the cluster. */
  void forget(ClusterKey cluster) {
    views.remove(cluster);
  }

  /**
   * Hands over, once, the view of the look that an incident remembers. Empty where this worker has
   * no view of that look, where the view is older than a permit of the guard may be, and where any
   * operation changed the cluster since.
   */
  Optional<ClusterView> take(DatedMemory incident, ClusterPorts ports, Instant now) {
    return Optional.ofNullable(views.remove(ports.cluster()))
        .filter(view -> !incident.equals(DatedMemory.NONE))
        .filter(view -> view.remembered().equals(incident.remembered()))
        .filter(view -> isFresh(view, now))
        .filter(view -> isUnchanged(view, ports));
  }

  private static boolean isFresh(ClusterView view, Instant now) {
    return Age.isBelow(Guarded.PERMIT, view.at(), now);
  }

  /** Whether no operation of any worker noted a change in the record of the cluster since. */
  private static boolean isUnchanged(ClusterView view, ClusterPorts ports) {
    try {
      Optional<ClusterRecord> record =
          ports.records().flatMap(records -> records.read(ports.cluster()).record());
      return record.stream()
          .flatMap(known -> known.changers().stream())
          .allMatch(change -> change.last().isBefore(view.at()));
    } catch (Failure unread) {
      return false;
    }
  }
}
