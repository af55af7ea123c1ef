package io.quorate.client;

import io.quorate.client.RunLook.Awaited;
import io.quorate.client.RunLook.Running;
import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Operations and incidents as the last look found them.
 *
 * @param ofFleet what is wrong with the workflows of the whole fleet, in sentences
 */
record SeenRuns(
    Map<ClusterKey, RunLook> operations, Map<ClusterKey, RunLook> incidents, List<String> ofFleet) {
  Stream<Running> running() {
    return operations.values().stream().flatMap(look -> look.running().stream());
  }

  Stream<Awaited> awaited(ClusterKey cluster) {
    return Stream.of(operations, incidents)
        .flatMap(looks -> Optional.ofNullable(looks.get(cluster)).stream())
        .map(RunLook::awaited);
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
