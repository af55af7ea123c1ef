package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchResources;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The admission policy of Quorate's chart. While an operation stands on a StatefulSet, it refuses
 * changes of the set by others.
 */
record HoldPolicy(KubernetesClient client) {
  static final String NAME = "quorate-hold";

  // The expressions of the chart, without blanks.
  private static final String SAME_SPEC =
      "request.operation=='UPDATE'&&object.spec==oldObject.spec";
  private static final String OPERATION =
      "has(oldObject.metadata.annotations)&&'%s'inoldObject.metadata.annotations"
          .formatted(Marks.OPERATION);
  private static final Pattern OTHERS =
      Pattern.compile("!\\(request\\.userInfo\\.usernamein\\[('[^']*',)*'[^']*']\\)");

  private static final Pattern ACCOUNT = Pattern.compile("'(system:serviceaccount:[^']*)'");

  /** Why the policy refuses nothing, in a sentence; empty where the policy refuses. */
  Optional<String> gap() {
    Optional<ValidatingAdmissionPolicyBinding> binding =
        read(
            "the binding of the admission policy",
            client.admissionRegistration().v1().validatingAdmissionPolicyBindings().withName(NAME));
    if (binding.isEmpty()) {
      return Optional.of("the admission policy %s is not bound".formatted(NAME));
    }
    return gap(binding.get(), policy());
  }

  /** Why this binding of this policy does not refuse what the policy of the chart refuses. */
  static Optional<String> gap(
      ValidatingAdmissionPolicyBinding binding, Optional<ValidatingAdmissionPolicy> policy) {
    if (!denies(binding)) {
      return Optional.of(
          "the binding %s does not deny everywhere what the policy %s refuses"
              .formatted(NAME, NAME));
    }
    if (policy.isEmpty()) {
      return Optional.of("the admission policy %s is bound and is not there".formatted(NAME));
    }
    return refuses(policy.get().getSpec())
        ? Optional.empty()
        : Optional.of(
            "the admission policy %s is not the policy of Quorate's chart; install it again"
                .formatted(NAME));
  }

  /** Whether the policy names this user, and so lets the user change a set that is taken over. */
  boolean names(String user) {
    return policy().stream()
        .flatMap(policy -> policy.getSpec().getMatchConditions().stream())
        .anyMatch(condition -> condition.getExpression().contains("'" + user + "'"));
  }

  /**
   * A service account that the policy lets change a set that is taken over, and that is neither
   * Quorate's nor Kubernetes' own: an applier among them would bring its strategy back unhindered.
   */
  Optional<String> stranger(String user) {
    return policy().stream()
        .flatMap(policy -> policy.getSpec().getMatchConditions().stream())
        .flatMap(condition -> ACCOUNT.matcher(condition.getExpression()).results())
        .map(found -> found.group(1))
        .filter(one -> !one.equals(user) && !one.startsWith("system:serviceaccount:kube-system:"))
        .findFirst();
  }

  /** The effect of the policy for this user. */
  PolicyGuard guard(Supplier<String> user) {
    if (gap().isPresent()) {
      return PolicyGuard.NONE;
    }
    String name = user.get();
    return new PolicyGuard(true, Optional.of(name).filter(any -> !names(any)));
  }

  private static boolean denies(ValidatingAdmissionPolicyBinding binding) {
    MatchResources match = binding.getSpec().getMatchResources();
    return NAME.equals(binding.getSpec().getPolicyName())
        && binding.getSpec().getValidationActions().contains("Deny")
        && (match == null || (isEverywhere(match) && match.getResourceRules().isEmpty()));
  }

  /** Whether no namespace, no object and no kind of objects is left out. */
  private static boolean isEverywhere(MatchResources match) {
    return match.getExcludeResourceRules().isEmpty()
        && Stream.of(
                Optional.ofNullable(match.getNamespaceSelector()),
                Optional.ofNullable(match.getObjectSelector()))
            .flatMap(Optional::stream)
            .allMatch(
                selector ->
                    selector.getMatchLabels().isEmpty()
                        && selector.getMatchExpressions().isEmpty());
  }

  private static boolean refuses(ValidatingAdmissionPolicySpec policy) {
    return "Fail".equals(policy.getFailurePolicy())
        && policy.getMatchConstraints() != null
        && isEverywhere(policy.getMatchConstraints())
        && policy.getMatchConstraints().getResourceRules().stream().anyMatch(HoldPolicy::isForSets)
        && policy.getMatchConditions().stream()
            .map(condition -> squeezed(condition.getExpression()))
            .allMatch(text -> text.equals(OPERATION) || OTHERS.matcher(text).matches())
        && policy.getValidations().stream()
            .anyMatch(validation -> squeezed(validation.getExpression()).equals(SAME_SPEC));
  }

  private static boolean isForSets(NamedRuleWithOperations rule) {
    return rule.getApiGroups().contains("apps")
        && rule.getResources().contains("statefulsets")
        && rule.getOperations().containsAll(List.of("UPDATE", "DELETE"))
        && rule.getResourceNames().isEmpty();
  }

  private static String squeezed(String expression) {
    return expression.replaceAll("\\s+", "");
  }

  private Optional<ValidatingAdmissionPolicy> policy() {
    return read(
        "the admission policy",
        client.admissionRegistration().v1().validatingAdmissionPolicies().withName(NAME));
  }

  private static <T extends HasMetadata> Optional<T> read(String what, Resource<T> resource) {
    return ApiCall.read(what + " " + NAME).makeIfThere(resource::get);
  }
}
