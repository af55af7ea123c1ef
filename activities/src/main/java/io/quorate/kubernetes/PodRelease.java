package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.quorate.kubernetes.SetLook.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements that free a pod of a node that is off. They are a person's to make. The garbage
 * collection of pods deletes the pods of a node that has the taint or is not in the list; a pod
 * that Quorate keeps stays even then.
 */
record PodRelease(SetLook look, EtcdPod pod) {
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  /** The statements that are still to be made, as a sentence; empty text where none is. */
  String words() {
    if (look.unread(Part.NODES).isPresent()) {
      return "";
    }
    Stream<String> statements =
        Stream.concat(
            node().filter(node -> !isOutOfService(node)).stream()
                .map(node -> outOfService(node.getMetadata().getName())),
            pod.isKept() ? Stream.of(withoutFinalizer()) : Stream.of());
    String all =
        statements.collect(Collectors.joining("; then state that etcd of this pod has ended: "));
    return all.isEmpty() ? "" : ". If that machine is off, and only then, state it: " + all;
  }

  /** The command that states that the machine of a node is off. */
  static String outOfService(String node) {
    return "kubectl taint nodes %s %s=nodeshutdown:NoExecute".formatted(node, OUT_OF_SERVICE);
  }

  private Optional<Node> node() {
    return pod.node().flatMap(name -> Optional.ofNullable(look.nodes().get(name)));
  }

  private static boolean isOutOfService(Node node) {
    return node.getSpec() != null
        && node.getSpec().getTaints().stream()
            .anyMatch(taint -> OUT_OF_SERVICE.equals(taint.getKey()));
  }

  /** The command that takes Quorate's entry, and no other, out of the finalizers of the pod. */
  String withoutFinalizer() {
    List<String> entries = pod.pod().getMetadata().getFinalizers();
    String entry = "/metadata/finalizers/" + entries.indexOf(Marks.HOLD);
    return "kubectl patch pod %s -n %s --type=json -p '[{\"op\":\"test\",\"path\":\"%s\",\"value\":\"%s\"},{\"op\":\"remove\",\"path\":\"%s\"}]'"
        .formatted(pod.name(), look.names().namespace(), entry, Marks.HOLD, entry);
  }
}
