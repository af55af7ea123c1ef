package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules that the API server shows of Quorate's account in one namespace. They may be incomplete: an
 * authorizer may be unable to list its rules. A right that no rule shows may be there all the same.
 */
record ShownRules(List<ResourceRule> rules) {
  ShownRules {
    rules = List.copyOf(rules);
  }

  /**
   * Whether a rule shows the right for the object of this name.
   *
   * @param name empty for all objects of the namespace
   */
  boolean show(Right right, String name) {
    return rules.stream()
        .anyMatch(
            rule ->
                has(rule.getVerbs(), right.verb())
                    && has(rule.getApiGroups(), right.group())
                    && has(rule.getResources(), right.resource())
                    && isFor(rule.getResourceNames(), name));
  }

  private static boolean has(@Nullable List<String> some, String one) {
    return some != null && (some.contains("*") || some.contains(one));
  }

  private static boolean isFor(@Nullable List<String> names, String name) {
    return names == null || names.isEmpty() || names.contains(name);
  }
}
