package io.quorate.worker.watch;

import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.operation.ClusterStand;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WatchedShard.Alike;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** How the clusters that this process watches stood at the last look at each. Thread-safe. */
final class LastLooks {
  private final Map<ClusterKey, Look> looks = new ConcurrentHashMap<>();

  private record Look(ClusterStand stand, Instant at) {}

  void looked(ClusterKey cluster, ClusterView view, Diagnosis diagnosis) {
    looks.put(
        cluster,
        new Look(ClusterStand.of(view, diagnosis), view.at().truncatedTo(ChronoUnit.SECONDS)));
  }

  /**
   * Returns which version all members of a cluster ran at the last look, and how many clusters of
   * this process run that version; empty where the members run several versions.
   */
  Optional<VersionShare> version(ClusterKey cluster) {
    return Optional.ofNullable(looks.get(cluster))
        .map(look -> look.stand().versions())
        .filter(versions -> versions.size() == 1)
        .map(versions -> new VersionShare(versions.getFirst(), running(versions), looks.size()));
  }

  private int running(List<String> versions) {
    return (int)
        looks.values().stream().filter(look -> look.stand().versions().equals(versions)).count();
  }

  /** Begins with the looks of the worker that held the shard before. */
  void resume(WatchedShard before) {
    before
        .alike()
        .ifPresent(
            all ->
                all.forEach(
                    one ->
                        one.lookedAt()
                            .forEach(
                                (cluster, at) ->
                                    looks.put(
                                        new ClusterKey(cluster), new Look(one.stand(), at)))));
  }

  void forget(Predicate<ClusterKey> clusters) {
    looks.keySet().removeIf(clusters);
  }

  /** Groups the clusters by their stand; a cluster without a look is left out. */
  List<Alike> report(Set<ClusterKey> clusters) {
    Map<ClusterStand, Map<String, Instant>> alike = new HashMap<>();
    for (ClusterKey cluster : clusters) {
      Look look = looks.get(cluster);
      if (look != null) {
        alike.computeIfAbsent(look.stand(), any -> new TreeMap<>()).put(cluster.value(), look.at());
      }
    }
    return alike.entrySet().stream().map(one -> new Alike(one.getKey(), one.getValue())).toList();
  }
}
