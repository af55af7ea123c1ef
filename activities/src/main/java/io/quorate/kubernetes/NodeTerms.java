package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules of the scheduler about labels and taints of nodes, as Kubernetes documents them. */
final class NodeTerms {
  private NodeTerms() {}

  /** Whether a node is among those that the selector requires; all are where there is none. */
  static boolean match(@Nullable NodeSelector required, Node node) {
    return required == null
        || required.getNodeSelectorTerms().stream().anyMatch(term -> matches(term, node));
  }

  /** A term without any requirement matches no node. */
  private static boolean matches(NodeSelectorTerm term, Node node) {
    boolean empty = term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
    return !empty
        && term.getMatchExpressions().stream()
            .allMatch(one -> matches(one, labels(node).get(one.getKey())))
        && term.getMatchFields().stream()
            .allMatch(
                one ->
                    matches(
                        one,
                        one.getKey().equals("metadata.name")
                            ? node.getMetadata().getName()
                            : null));
  }

  private static boolean matches(NodeSelectorRequirement one, @Nullable String value) {
    return switch (one.getOperator()) {
      case "In" -> value != null && one.getValues().contains(value);
      case "NotIn" -> value == null || !one.getValues().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> value != null && compared(value, one.getValues()) > 0;
      case "Lt" -> value != null && compared(value, one.getValues()) < 0;
      default -> false;
    };
  }

  /** 0 where either is no whole number, so that neither operator matches. */
  private static int compared(String value, List<String> limit) {
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(limit.getFirst()));
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  static Map<String, String> labels(Node node) {
    return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
  }

  /** Whether a pod with these tolerations may come to a node with this taint. */
  static boolean tolerate(List<Toleration> tolerations, Taint taint) {
    return taint.getEffect().equals("PreferNoSchedule")
        || tolerations.stream().anyMatch(one -> tolerates(one, taint));
  }

  private static boolean tolerates(Toleration one, Taint taint) {
    boolean effect = isEmpty(one.getEffect()) || one.getEffect().equals(taint.getEffect());
    boolean exists = "Exists".equals(one.getOperator());
    boolean key = isEmpty(one.getKey()) ? exists : one.getKey().equals(taint.getKey());
    return effect
        && key
        && (exists
            || Objects.requireNonNullElse(one.getValue(), "")
                .equals(Objects.requireNonNullElse(taint.getValue(), "")));
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
