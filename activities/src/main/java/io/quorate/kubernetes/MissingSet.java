package io.quorate.kubernetes;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A StatefulSet that the configuration names and the namespace has not got. The pods that are there
 * tell what was probably meant.
 */
record MissingSet(SetLook look, String name) {
  /** Marks the pods that a kubelet runs without the API server. */
  private static final String MIRROR = "kubernetes.io/config.mirror";

  /** The label that the controller of StatefulSets gives to its pods. */
  private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";

  String sentence() {
    return "there is no StatefulSet %s in the namespace %s%s"
        .formatted(
            name,
            look.names().namespace(),
            ofControlPlane(look.pods().values())
                .or(this::others)
                .or(() -> ofStrangers(look.pods().values()))
                .orElse(hasNoPods() ? EMPTY : PLAIN));
  }

  private static final String PLAIN = "; correct the configuration, or apply its manifest";
  private static final String EMPTY =
      ", and the namespace has no pod. Do: correct the namespace or the context in quorate.yml, or"
          + " apply the manifest of the StatefulSet";

  private boolean hasNoPods() {
    return look.pods().isEmpty() && look.unread(SetLook.Part.PODS).isEmpty();
  }

  /** The way to etcd of Kubernetes itself, whose API server would not answer without that etcd. */
  static Optional<String> ofControlPlane(Collection<EtcdPod> all) {
    String pods =
        all.stream()
            .filter(pod -> pod.pod().getMetadata().getAnnotations() != null)
            .filter(pod -> pod.pod().getMetadata().getAnnotations().containsKey(MIRROR))
            .filter(pod -> pod.container().isPresent() && pod.name().contains("etcd"))
            .map(EtcdPod::name)
            .collect(Collectors.joining(", "));
    return pods.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "; %s runs etcd there as a static pod of this Kubernetes itself, which is not operated through the API server that needs it. Do: write platform: hosts for its members, with service: {staticPod: ...} (docs/hosts.md)"
                .formatted(pods));
  }

  /**
   * The way out where pods run etcd that no StatefulSet has made, such as those of an operator. A
   * pod whose set is gone has the label of that set still: the manifest takes the pod back.
   */
  static Optional<String> ofStrangers(Collection<EtcdPod> all) {
    String pods =
        all.stream()
            .filter(pod -> pod.container().filter(EtcdContainer::isSurelyEtcd).isPresent())
            .filter(pod -> pod.label(Marks.KEEPER).isEmpty() && pod.label(POD_NAME).isEmpty())
            .map(EtcdPod::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return pods.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "; the pods %s run etcd there, and no StatefulSet owns them, so no member can be stopped and started again. Do: back up, and restore into a StatefulSet of your own (docs/kubernetes.md#pods-without-a-statefulset)"
                .formatted(pods));
  }

  private Optional<String> others() {
    List<String> sets =
        look.pods().values().stream()
            .flatMap(pod -> pod.controller().stream())
            .filter(owner -> owner.getKind().equals("StatefulSet"))
            .map(owner -> owner.getName())
            .distinct()
            .sorted()
            .toList();
    return sets.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "; its pods belong to: %s. Do: correct statefulSet in quorate.yml, or apply the manifest"
                .formatted(String.join(", ", sets)));
  }
}
