package io.quorate.worker.platform;

import io.quorate.cluster.ClusterKey;
import io.quorate.command.Probe;
import io.quorate.hosts.Hosts;
import io.quorate.hosts.StaticPodReport;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Probes whether a kubelet would end and start a member as the configuration has it. */
record PodProbe(String name, StaticPodReport pod) implements Probe {
  /** The static pods of a cluster. */
  static List<PodProbe> all(ClusterKey cluster, Hosts hosts) {
    return hosts.byName().values().stream()
        .flatMap(host -> StaticPodReport.of(host).stream())
        .map(pod -> new PodProbe("kubelet of " + pod.member() + " (" + cluster + ")", pod))
        .sorted(Comparator.comparing(PodProbe::name))
        .toList();
  }

  @Override
  public Optional<String> trouble() {
    return pod.trouble();
  }
}
