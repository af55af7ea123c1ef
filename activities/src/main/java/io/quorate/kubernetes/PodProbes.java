package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Probe;
import io.quorate.cluster.CleanText;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Probes of a pod by which the kubelet ends a member that is well while quorum is lost
 * (docs/etcd.md#n-31). A startup probe matters too: a member that is started without quorum never
 * passes one that reads with quorum.
 */
final class PodProbes {
  private static final int LONGEST_PATH = 100;
  private static final String LIVENESS = "livenessProbe";
  private static final String STARTUP = "startupProbe";

  /** Commands that read with quorum. */
  private static final Pattern READS =
      Pattern.compile("https?://\\S*/(health|readyz)\\b|\\betcdctl\\b.*\\sget\\s");

  private static final Pattern WITHOUT =
      Pattern.compile("serializable=true|--consistency[= ][\"']?s");

  private static final String WITHOUT_QUORUM = "/health?serializable=true";

  private PodProbes() {}

  /** The probe of this pod that needs quorum, in words; empty where none does. */
  static Optional<String> needingQuorum(EtcdPod pod) {
    return pod.container()
        .flatMap(
            etcd ->
                of(pod, LIVENESS, etcd.container().getLivenessProbe())
                    .or(() -> of(pod, STARTUP, etcd.container().getStartupProbe())));
  }

  /**
   * The edit of a template whose probe needs quorum.
   *
   * @param what the probe, in words
   * @param command edits the template and restarts no pod
   */
  record Mend(String what, String command) {}

  /** The edit of the template of this set; empty where no probe of the template needs quorum. */
  static Optional<Mend> mend(EtcdSet set) {
    return EtcdContainer.in(set.template().getSpec())
        .flatMap(
            etcd ->
                mend(set, etcd, LIVENESS, etcd.container().getLivenessProbe())
                    .or(() -> mend(set, etcd, STARTUP, etcd.container().getStartupProbe())));
  }

  private static Optional<Mend> mend(
      EtcdSet set, EtcdContainer etcd, String name, @Nullable Probe probe) {
    return Optional.ofNullable(probe)
        .flatMap(
            found ->
                asks(found)
                    .map(
                        what ->
                            new Mend(
                                "the %s of the template %s".formatted(name, what),
                                KubectlCommand.patch(set.set(), edit(set, etcd, name, found)))));
  }

  /** A probe that runs a command is taken out: nobody knows the port and the TLS of another. */
  private static JsonPatch edit(EtcdSet set, EtcdContainer etcd, String name, Probe probe) {
    JsonPatch edit = KubectlCommand.editOf(set, etcd);
    if (probe.getHttpGet() == null) {
      return edit.test(probe.getExec().getCommand(), etcd.path(name, "exec", "command"))
          .remove(etcd.path(name));
    }
    String[] path = etcd.path(name, "httpGet", "path");
    return edit.test(probe.getHttpGet().getPath(), path).replace(WITHOUT_QUORUM, path);
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
    if (command.contains("healthcheck.sh")) {
      return Optional.of("runs healthcheck.sh, which runs etcdctl endpoint health");
    }
    return READS.matcher(command).find() && !WITHOUT.matcher(command).find()
        ? Optional.of("runs " + CleanText.line(command, LONGEST_PATH))
        : Optional.empty();
  }

  private static boolean readsWithQuorum(String path) {
    return path.startsWith("/readyz")
        || (path.startsWith("/health") && !path.contains("serializable=true"));
  }
}
