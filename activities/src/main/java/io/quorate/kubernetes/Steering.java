package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Labels of nodes to which one start of a member is bound. The API server lets a gated pod be bound
 * to fewer nodes (KEP-3838, Kubernetes 1.27), so the template stays as it is, and a later pod of
 * the member is not bound.
 */
record Steering(String words, Map<String, String> labels) {
  /** No binding: the template alone decides. */
  static final Steering NONE = new Steering("anywhere", Map.of());

  Steering {
    labels = Map.copyOf(labels);
  }

  /** The binding to one node, which has the label. */
  static Steering to(Node node) {
    return new Steering(
        "on node " + node.getMetadata().getName(),
        Map.of(VolumeNode.HOSTNAME, NodeTerms.labels(node).get(VolumeNode.HOSTNAME)));
  }

  boolean isNone() {
    return labels.isEmpty();
  }

  /** Whether the pod was bound so by Quorate, and no other way. */
  boolean isOn(EtcdPod pod) {
    return pod.annotation(Marks.STEERED).equals(text());
  }

  /** Whether the scheduler found no room for the pod where Quorate has bound it. */
  boolean isRefused(EtcdPod pod) {
    return isOn(pod) && pod.node().isEmpty() && PodTrouble.ofScheduling(pod).isPresent();
  }

  private Optional<String> text() {
    return isNone()
        ? Optional.empty()
        : Optional.of(
            new TreeMap<>(labels)
                .entrySet().stream()
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .collect(Collectors.joining(",")));
  }

  /** The patch of a gated pod, which has annotations in it already, that binds the pod. */
  JsonPatch in(JsonPatch patch, EtcdPod pod) {
    if (isNone()) {
      return patch;
    }
    Map<String, String> present = pod.pod().getSpec().getNodeSelector();
    JsonPatch bound =
        present == null || present.isEmpty() ? patch.add(Map.of(), "spec", "nodeSelector") : patch;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      bound = bound.add(label.getValue(), "spec", "nodeSelector", label.getKey());
    }
    return bound.add(text().orElseThrow(), "metadata", "annotations", Marks.STEERED);
  }
}
