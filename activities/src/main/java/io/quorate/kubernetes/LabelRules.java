package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules of Kubernetes by which labels are selected. */
final class LabelRules {
  private LabelRules() {}

  /** Whether the selector selects an object with these labels; an empty selector selects all. */
  static boolean selects(@Nullable LabelSelector selector, Map<String, String> labels) {
    return selector != null
        && labels.entrySet().containsAll(selector.getMatchLabels().entrySet())
        && selector.getMatchExpressions().stream()
            .allMatch(one -> isMet(one, labels.get(one.getKey())));
  }

  private static boolean isMet(LabelSelectorRequirement one, @Nullable String value) {
    return switch (one.getOperator()) {
      case "In" -> value != null && one.getValues().contains(value);
      case "NotIn" -> value == null || !one.getValues().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
