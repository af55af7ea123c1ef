package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node that has a volume, as the volume tells it: by the name of the node, or by its label {@code
 * kubernetes.io/hostname}, which may be another text.
 *
 * @param named whether the value is the name
 */
record VolumeNode(String value, boolean named) {
  /** The label with the host name of a node. */
  static final String HOSTNAME = "kubernetes.io/hostname";

  private static final String NAME = "metadata.name";

  /** The nodes that have the volume; empty where any node can have it. */
  static List<VolumeNode> of(PersistentVolume volume) {
    var affinity = volume.getSpec().getNodeAffinity();
    return affinity == null || affinity.getRequired() == null
        ? List.of()
        : affinity.getRequired().getNodeSelectorTerms().stream()
            .flatMap(
                term ->
                    Stream.concat(
                        term.getMatchExpressions().stream(), term.getMatchFields().stream()))
            .filter(VolumeNode::namesNodes)
            .flatMap(
                term ->
                    term.getValues().stream()
                        .map(value -> new VolumeNode(value, NAME.equals(term.getKey()))))
            .distinct()
            .toList();
  }

  private static boolean namesNodes(NodeSelectorRequirement term) {
    return "In".equals(term.getOperator())
        && (HOSTNAME.equals(term.getKey()) || NAME.equals(term.getKey()));
  }

  /** Whether this is the node. */
  boolean is(Node node) {
    return value.equals(
        named ? node.getMetadata().getName() : NodeTerms.labels(node).get(HOSTNAME));
  }

  /** Why nothing of what runs on the node is known; empty where its kubelet speaks. */
  Optional<String> doubt(SetLook look) {
    return name(look)
        .map(look::doubt)
        .orElseGet(() -> Optional.of("its node %s is not in the list of nodes".formatted(value)));
  }

  /** The name of the node in the look; empty where no such node is there. */
  Optional<String> name(SetLook look) {
    return look.nodes().values().stream()
        .filter(this::is)
        .map(node -> node.getMetadata().getName())
        .findFirst();
  }
}
