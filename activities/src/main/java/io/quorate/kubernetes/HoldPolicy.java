package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Optional;

/**
 * The admission policy of Quorate's chart. While an operation stands on a StatefulSet, it refuses
 * changes of the set by others.
 */
record HoldPolicy(KubernetesClient client) {
  static final String NAME = "quorate-hold";

  /** Why the policy refuses nothing, in a sentence; empty where the policy refuses. */
  Optional<String> gap() {
    Optional<ValidatingAdmissionPolicyBinding> binding =
        read(
            "the binding of the admission policy",
            client.admissionRegistration().v1().validatingAdmissionPolicyBindings().withName(NAME));
    if (binding.isEmpty()) {
      return Optional.of("the admission policy %s is not bound".formatted(NAME));
    }
    if (!denies(binding.get())) {
      return Optional.of(
          "the binding %s does not deny what the policy %s refuses".formatted(NAME, NAME));
    }
    return policy().isEmpty()
        ? Optional.of("the admission policy %s is bound and is not there".formatted(NAME))
        : Optional.empty();
  }

  /** Whether the policy names this user, and so lets the user change a set that is taken over. */
  boolean names(String user) {
    return policy().stream()
        .flatMap(policy -> policy.getSpec().getMatchConditions().stream())
        .anyMatch(condition -> condition.getExpression().contains("'" + user + "'"));
  }

  private static boolean denies(ValidatingAdmissionPolicyBinding binding) {
    return NAME.equals(binding.getSpec().getPolicyName())
        && binding.getSpec().getValidationActions().contains("Deny");
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
