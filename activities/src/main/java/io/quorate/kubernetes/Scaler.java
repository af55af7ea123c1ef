package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An autoscaler of a StatefulSet, which creates and deletes pods and knows nothing of etcd's
 * membership. KEDA makes one for each of its ScaledObjects.
 */
final class Scaler {
  private static final String KEDA = "scaledobject.keda.sh/name";

  private Scaler() {}

  /** Returns what scales the set of this name, with how to end that. */
  static Optional<String> of(HorizontalPodAutoscaler scaler, String set) {
    var target = scaler.getSpec().getScaleTargetRef();
    if (!"StatefulSet".equals(target.getKind()) || !set.equals(target.getName())) {
      return Optional.empty();
    }
    Map<String, String> labels =
        Objects.requireNonNullElse(scaler.getMetadata().getLabels(), Map.of());
    String namespace = scaler.getMetadata().getNamespace();
    String object = labels.get(KEDA);
    return Optional.of(
        object == null
            ? words("HorizontalPodAutoscaler", "hpa", scaler.getMetadata().getName(), namespace)
            : words("ScaledObject of KEDA", "scaledobject", object, namespace));
  }

  private static String words(String kind, String resource, String name, String namespace) {
    return "the %s %s scales it, and creates and deletes pods without etcd's membership. Take it away: kubectl delete %s %s -n %s. Then: quorate start scale"
        .formatted(kind, name, resource, name, namespace);
  }
}
