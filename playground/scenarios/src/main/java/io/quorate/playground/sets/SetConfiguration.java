package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration of a product that is outside of the Kubernetes, and reaches each member by a
 * Service of its own.
 *
 * @param addresses of these Services, by ordinal
 * @param etcd the releases that members may have
 */
record SetConfiguration(
    Path kubeconfig, String namespace, List<String> addresses, List<Tool> etcd) {
  SetConfiguration {
    addresses = List.copyOf(addresses);
    etcd = List.copyOf(etcd);
  }

  /**
   * Returns the file.
   *
   * @param snapshots the folder for them
   * @param temporal where it serves
   * @param gateway the port of the product
   */
  String text(Path snapshots, String temporal, int gateway) {
    return """
    temporal: {target: "%s"}
    gateway: {listen: "127.0.0.1:%d"}
    snapshots: {directory: %s}
    approval:
      approvers: {oncall: [{name: dana}, {name: robin}], dba: [{name: dana}, {name: kim}]}
      required: {reversible: 1, irreversible: 1, destructive: 1}
      expireAfter: 4h
    assessment: {lookAgain: 5s}
    etcd:
      releases:
    %s
    clusters:
      payments:
        platform: kubernetes
        kubeconfig: %s
        context: lab
        namespace: %s
        statefulSet: etcd
        keeperImage: %s
        members:
    %s
    """
        .formatted(
            temporal,
            gateway,
            snapshots,
            etcd.stream().map(SetConfiguration::release).collect(Collectors.joining("\n")),
            kubeconfig,
            namespace,
            KubernetesLab.keeperImage(),
            IntStream.range(0, addresses.size())
                .mapToObj(this::member)
                .collect(Collectors.joining("\n")));
  }

  private static String release(Tool etcd) {
    return "  - {version: %s, image: \"%s\"}"
        .formatted(etcd.version(), KubernetesLab.image(etcd.minor()));
  }

  private String member(int ordinal) {
    return "      etcd-%1$d: {clientUrl: \"http://%2$s:2379\", metricsUrl: \"http://%2$s:2381\", peerUrl: \"http://etcd-%1$d.etcd:2380\"}"
        .formatted(ordinal, addresses.get(ordinal));
  }
}
