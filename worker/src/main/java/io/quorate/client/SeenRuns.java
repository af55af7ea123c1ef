package io.quorate.client;

import io.quorate.client.RunLook.Awaited;
import io.quorate.client.RunLook.Running;
import io.quorate.cluster.ClusterKey;
import io.quorate.reminder.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Operations and incidents as the last look found them.
 *
 * @param ofFleet what is wrong with the workflows of the whole fleet, in sentences
 * @param whole whether every cluster in which something may run was known at this look
 */
record SeenRuns(
    Map<ClusterKey, RunLook> operations,
    Map<ClusterKey, RunLook> incidents,
    List<String> ofFleet,
    boolean whole) {
  Stream<Running> running() {
    return operations.values().stream().flatMap(look -> look.running().stream());
  }

  Stream<Awaited> awaited(ClusterKey cluster) {
    return Stream.of(operations, incidents)
        .flatMap(looks -> Optional.ofNullable(looks.get(cluster)).stream())
        .map(RunLook::awaited);
  }

  /**
   * Returns since when something of a cluster waits or cannot be told; the far end of time else.
   */
  Instant waitsSince(ClusterKey cluster) {
    return awaited(cluster)
        .flatMap(
            one ->
                Stream.concat(
                    one.waiting().map(Waiting::since).stream(), one.untoldSince().stream()))
        .min(Instant::compareTo)
        .orElse(Instant.MAX);
  }

  /** Returns the number of clusters for which nobody answered, and one more unless whole. */
  long missed() {
    return (whole ? 0 : 1)
        + Stream.of(operations, incidents)
            .flatMap(looks -> looks.entrySet().stream())
            .filter(look -> look.getValue().missed())
            .map(Map.Entry::getKey)
            .distinct()
            .count();
  }

  List<String> troubles() {
    return Stream.concat(
            ofFleet.stream(),
            Stream.of(operations, incidents)
                .flatMap(looks -> looks.values().stream())
                .flatMap(look -> look.trouble().stream()))
        .toList();
  }
}
