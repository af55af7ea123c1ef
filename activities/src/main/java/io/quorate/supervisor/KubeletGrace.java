package io.quorate.supervisor;

import io.quorate.workload.Grace;
import java.time.Duration;
import java.util.Optional;

/** Time that the kubelet gives the pod of a manifest to end before it kills the pod. */
final class KubeletGrace {
  /** Grace period of Kubernetes where a manifest states none. */
  static final Grace DEFAULT = new Grace(Duration.ofSeconds(30), Grace.By.KUBELET);

  private KubeletGrace() {}

  /** The {@code spec.terminationGracePeriodSeconds} of a manifest: at most five digits. */
  static Optional<Grace> in(ManifestText manifest) {
    return manifest
        .mapping(manifest.root(), "spec")
        .flatMap(spec -> manifest.word(spec, "terminationGracePeriodSeconds"))
        .filter(seconds -> seconds.matches("\\d{1,5}"))
        .map(seconds -> new Grace(Duration.ofSeconds(Long.parseLong(seconds)), Grace.By.KUBELET));
  }
}
