package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A policy that has the name of the chart's policy, and may refuse nothing. */
class HoldPolicyTest {
  private static final String BINDING =
      "spec: {policyName: quorate-hold, validationActions: [Deny]}";

  // As the API server gives back what the chart installs.
  private static final String POLICY =
      """
      spec:
        failurePolicy: Fail
        matchConstraints:
          matchPolicy: Equivalent
          namespaceSelector: {}
          objectSelector: {}
          resourceRules:
          - {apiGroups: [apps], apiVersions: [v1], operations: [UPDATE, DELETE], resources: [statefulsets], scope: '*'}
        matchConditions:
        - name: operation-under-way
          expression: has(oldObject.metadata.annotations) && 'quorate.io/operation' in oldObject.metadata.annotations
        - name: others
          expression: "!(request.userInfo.username in [ 'system:serviceaccount:quorate:quorate', 'system:kube-controller-manager'])"
        validations:
        - expression: request.operation == 'UPDATE' && object.spec == oldObject.spec
          reason: Forbidden
      """;

  @Test
  void theChartHasTheRulesThatAreLookedFor() throws Exception {
    String chart =
        Files.readString(Path.of("../worker/src/main/chart/templates/admission-policy.yaml"))
            .replaceAll("\\s+", "");
    var policy = Serialization.unmarshal(POLICY, ValidatingAdmissionPolicy.class).getSpec();
    assertThat(chart)
        .contains(policy.getMatchConditions().getFirst().getExpression().replaceAll("\\s+", ""))
        .contains(policy.getValidations().getFirst().getExpression().replaceAll("\\s+", ""))
        .contains("!(request.userInfo.usernamein[")
        .contains("failurePolicy:Fail")
        .contains("operations:[UPDATE,DELETE],resources:[statefulsets]");
  }

  @Test
  void thePolicyOfTheChartRefuses() {
    assertThat(gap(BINDING, POLICY)).isEmpty();
    assertThat(gap(BINDING.replace("Deny", "Deny, Audit"), POLICY)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[Deny] | [Audit]",
        "quorate-hold | another",
        "[Deny]} | [Deny], matchResources: {namespaceSelector: {matchLabels: {etcd: 'no'}}}}",
        "[Deny]} | [Deny], matchResources: {objectSelector: {matchLabels: {etcd: 'no'}}}}",
        "[Deny]} | [Deny], matchResources: {excludeResourceRules: [{apiGroups: [apps]}]}}",
        "[Deny]} | [Deny], matchResources: {resourceRules: [{apiGroups: ['']}]}}"
      })
  void aBindingThatLeavesSomethingOutIsNoGuard(String part, String other) {
    assertThat(gap(BINDING.replace(part, other), POLICY).orElseThrow())
        .startsWith("the binding quorate-hold does not deny everywhere");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failurePolicy: Fail | failurePolicy: Ignore",
        "'UPDATE, DELETE' | CREATE",
        "'[statefulsets]' | '[statefulsets], resourceNames: [other]'",
        "'namespaceSelector: {}' | 'namespaceSelector: {matchLabels: {etcd: no}}'",
        "'!(request.userInfo.username in' | 'false && !(request.userInfo.username in'",
        "'object.spec == oldObject.spec' | 'true'"
      })
  void aPolicyThatWasChangedIsNoGuard(String part, String other) {
    assertThat(POLICY).contains(part);
    assertThat(gap(BINDING, POLICY.replace(part, other)).orElseThrow())
        .startsWith("the admission policy quorate-hold is not the policy of Quorate's chart");
  }

  @Test
  void aPolicyThatIsMissingIsNoGuard() {
    assertThat(HoldPolicy.gap(binding(BINDING), Optional.empty()).orElseThrow())
        .endsWith("is bound and is not there");
  }

  /** The policy of the chart as JSON, where Quorate is this user. */
  static String policy(String user) {
    return Serialization.asJson(
        Serialization.unmarshal(
            POLICY.replace("system:serviceaccount:quorate:quorate", user),
            ValidatingAdmissionPolicy.class));
  }

  private static Optional<String> gap(String binding, String policy) {
    return HoldPolicy.gap(
        binding(binding),
        Optional.of(Serialization.unmarshal(policy, ValidatingAdmissionPolicy.class)));
  }

  private static ValidatingAdmissionPolicyBinding binding(String text) {
    return Serialization.unmarshal(text, ValidatingAdmissionPolicyBinding.class);
  }
}
