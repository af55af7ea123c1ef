package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Probe;
import io.quorate.cluster.CleanText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Probes of a pod by which the kubelet ends a member that is well while quorum is lost
 * (docs/etcd.md#n-31). A startup probe matters too: a member that is started without quorum never
 * passes one that reads with quorum.
 */
final class PodProbes {
  private static final int LONGEST_PATH = 100;

  private PodProbes() {}

  /** The probe of this pod that needs quorum, in words; empty where none does. */
  static Optional<String> needingQuorum(EtcdPod pod) {
    return pod.container()
        .flatMap(
            etcd ->
                of(pod, "livenessProbe", etcd.container().getLivenessProbe())
                    .or(() -> of(pod, "startupProbe", etcd.container().getStartupProbe())));
  }

  private static Optional<String> of(EtcdPod pod, String name, @Nullable Probe probe) {
    return Optional.ofNullable(probe)
        .flatMap(PodProbes::asks)
        .map(what -> "its %s %s, in pod %s".formatted(name, what, pod.name()));
  }

  private static Optional<String> asks(Probe probe) {
    if (probe.getHttpGet() != null) {
      return Optional.ofNullable(probe.getHttpGet().getPath())
          .filter(PodProbes::readsWithQuorum)
          .map(path -> "asks for " + CleanText.line(path, LONGEST_PATH));
    }
    String command = probe.getExec() == null ? "" : String.join(" ", probe.getExec().getCommand());
    if (command.contains("endpoint health")) {
      return Optional.of("runs etcdctl endpoint health");
    }
    // Bitnami's script runs etcdctl endpoint health.
    return command.contains("healthcheck.sh")
        ? Optional.of("runs healthcheck.sh, which runs etcdctl endpoint health")
        : Optional.empty();
  }

  private static boolean readsWithQuorum(String path) {
    return path.startsWith("/readyz")
        || (path.startsWith("/health") && !path.contains("serializable=true"));
  }
}
