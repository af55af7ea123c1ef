package io.quorate.worker;

import io.quorate.command.Probe;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.hosts.StaticPodReport;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Probes whether a kubelet would end and start a member as the configuration has it. */
record PodProbe(String name, StaticPodReport pod) implements Probe {
  /** The static pods of all clusters. */
  static List<PodProbe> all(Configuration configuration) {
    HostConnections machines = new HostConnections();
    return configuration.clusters().values().stream()
        .flatMap(cluster -> of(cluster, machines))
        .toList();
  }

  private static Stream<PodProbe> of(ClusterSettings cluster, HostConnections machines) {
    return Clusters.hosts(cluster, machines).byName().values().stream()
        .flatMap(host -> StaticPodReport.of(host).stream())
        .map(pod -> new PodProbe("kubelet of " + pod.member() + " (" + cluster.key() + ")", pod))
        .sorted((one, other) -> one.name().compareTo(other.name()));
  }

  @Override
  public Optional<String> trouble() {
    return pod.trouble();
  }
}
