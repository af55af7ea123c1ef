package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.port.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Budgets of the namespace beside what quorum survives. */
class DisruptionBudgetsTest {
  private final Map<String, EtcdSet> sets = new TreeMap<>();
  private final Map<String, EtcdPod> pods = new TreeMap<>();
  private final List<PodDisruptionBudget> budgets = new ArrayList<>();

  DisruptionBudgetsTest() {
    put(replicas(SetManifests.read("parallel.yaml"), 3));
  }

  @Test
  void advisesToApplyABudgetWhereNoneCountsTheMembers() {
    budget("other", "maxUnavailable: 1", "matchLabels: {app: web}");

    assertThat(trouble())
        .isEqualTo(
            "No PodDisruptionBudget limits how many pods of the StatefulSet etcd a drain takes at"
                + " once, and quorum survives the loss of 1 of 3: quorate pdb orders | kubectl"
                + " apply -f -");
  }

  @ParameterizedTest
  @CsvSource({
    "3, maxUnavailable: 1, true",
    "3, maxUnavailable: 2, false",
    "3, minAvailable: 2, true",
    "3, minAvailable: 1, false",
    "3, maxUnavailable: 33%, true",
    "3, maxUnavailable: 34%, false",
    "3, minAvailable: 51%, true",
    "3, minAvailable: 33%, false",
    "5, maxUnavailable: 2, true",
    "5, maxUnavailable: 3, false",
    "5, minAvailable: 50%, true",
    "3, maxUnavailable: 0, true",
  })
  void aBudgetAllowsNoMoreThanQuorumSurvives(int replicas, String limit, boolean fits) {
    put(replicas(SetManifests.read("parallel.yaml"), replicas));
    budget("mine", limit, "matchLabels: {app: etcd}");

    assertThat(trouble().isEmpty()).as(trouble()).isEqualTo(fits);
  }

  @Test
  void narrowsAWideBudgetByOnePatch() {
    budget("mine", "minAvailable: 1", "matchExpressions: [{key: app, operator: Exists}]");

    assertThat(trouble())
        .startsWith("The PodDisruptionBudget mine lets a drain take 2 of 3 members at once")
        .contains(
            "kubectl patch pdb mine -n default --type=merge -p"
                + " '{\"spec\":{\"maxUnavailable\":1,\"minAvailable\":null}}'");
  }

  @Test
  void countsOtherPodsOfABudgetAmongTheOnesThatAreAvailable() {
    budget("mine", "minAvailable: 2", "matchLabels: {app: etcd}");
    assertThat(trouble()).isEmpty();

    pods.put("web-1", new EtcdPod(pod("web-1", Map.of("app", "etcd"))));
    assertThat(trouble())
        .contains("lets a drain take 2 of 3 members")
        .doesNotContain("kubectl patch", "kubectl delete");
  }

  @Test
  void twoBudgetsStopEachDrain() {
    budget("one", "maxUnavailable: 1", "matchLabels: {app: etcd}");
    budget("two", "maxUnavailable: 1", "{}");

    assertThat(trouble())
        .startsWith("No drain gets on: the pods of the StatefulSet etcd have several")
        .contains("(one, two)")
        .endsWith("Let the selector of two, which counts other pods too, leave the members out");
  }

  @Test
  void theBudgetForMostMembersStaysOfSeveral() {
    perMember();
    budget("a", "maxUnavailable: 1", "matchLabels: {member: a}");
    budget("all", "maxUnavailable: 1", "matchLabels: {app: etcd}");

    assertThat(trouble()).endsWith("Keep one: kubectl delete pdb a -n default");
  }

  /** The other pods of such a budget would lose the budget, or get another one. */
  @Test
  void aBudgetThatCountsOtherPodsIsNeitherChangedNorDeletedNorWrittenAnew() {
    pods.put("web-1", new EtcdPod(pod("web-1", Map.of("tier", "a"))));
    sets.get("etcd").template().getMetadata().setLabels(Map.of("app", "etcd", "tier", "a"));
    budget("etcd", "maxUnavailable: 2", "matchLabels: {tier: a}");

    assertThat(trouble())
        .endsWith(
            "Let the selector of etcd, which counts other pods too, leave the members out; then"
                + " quorate pdb orders | kubectl apply -f -");
    assertThat(look().wanted().getMetadata().getName()).isEqualTo("etcd-members");
  }

  /** The second half of the command would have nothing to apply. */
  @Test
  void noBudgetIsDeletedWhereNoneCouldTakeItsPlace() {
    perMember();
    sets.values().forEach(set -> set.template().getMetadata().setLabels(Map.of("m", set.name())));
    for (String name : List.of("a", "b", "c")) {
      budget(name, "maxUnavailable: 1", "matchLabels: {m: %s}".formatted(name));
    }

    assertThat(trouble())
        .contains("lets a drain take 3 of 3 members", "have no label in common")
        .doesNotContain("kubectl delete", "kubectl apply");
  }

  @Test
  void budgetsOfOneSetForEachMemberAddUp() {
    perMember();
    budget("a", "maxUnavailable: 1", "matchLabels: {member: a}");
    budget("b", "maxUnavailable: 1", "matchLabels: {member: b}");
    budget("c", "maxUnavailable: 0", "matchLabels: {member: c}");

    assertThat(trouble())
        .contains("lets a drain take 2 of 3 members")
        .contains(
            "quorate pdb orders > pdb.yaml && kubectl delete pdb a b c -n default && kubectl apply"
                + " -f pdb.yaml");
  }

  @Test
  void aClusterThatSurvivesNoLossGetsNoAdviceAndNoBudget() {
    for (int replicas : List.of(0, 1, 2)) {
      put(replicas(SetManifests.read("parallel.yaml"), replicas));

      assertThat(trouble()).isEmpty();
      assertThatThrownBy(() -> look().wanted())
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("quorum survives the loss of no member of " + replicas)
          .hasMessageContaining("Do: quorate start scale orders --members 3");
    }
  }

  @Test
  void theWantedBudgetHasTheSelectorOfTheSet() {
    assertThat(Serialization.asYaml(look().wanted()))
        .isEqualTo(
            """
            ---
            apiVersion: "policy/v1"
            kind: "PodDisruptionBudget"
            metadata:
              name: "etcd"
              namespace: "default"
            spec:
              maxUnavailable: 1
              selector:
                matchLabels:
                  app: "etcd"
            """);
  }

  @Test
  void theWantedBudgetTakesThePlaceOfTheOneThatIsThere() {
    budget("mine", "minAvailable: 1", "matchLabels: {app: etcd}");

    assertThat(look().wanted().getMetadata().getName()).isEqualTo("mine");
  }

  @Test
  void theWantedBudgetOfSeveralSetsCountsByACommonLabel() {
    perMember();
    assertThat(look().wanted().getSpec().getSelector().getMatchLabels())
        .isEqualTo(Map.of("app", "etcd"));

    sets.get("b").template().getMetadata().setLabels(Map.of("member", "b"));
    assertThatThrownBy(() -> look().wanted())
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("have no label in common")
        .hasMessageContaining("Do: give each template the label");
  }

  @Test
  void noBudgetIsWantedThatCountsForeignPods() {
    pods.put("web-1", new EtcdPod(pod("web-1", Map.of("app", "etcd"))));

    assertThatThrownBy(() -> look().wanted())
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("would count the pod web-1 too");
  }

  private String trouble() {
    return look().trouble().orElse("");
  }

  private DisruptionBudgets look() {
    SetLook look =
        new SetLook(
            Instant.parse("2026-11-29T02:00:00Z"),
            new SetNames("default", List.copyOf(sets.keySet())),
            sets,
            pods,
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.empty(),
            PolicyGuard.NONE,
            Map.of());
    return new DisruptionBudgets("orders", look, budgets);
  }

  private void put(StatefulSet set) {
    sets.put(set.getMetadata().getName(), new EtcdSet(set));
  }

  private void perMember() {
    sets.clear();
    for (String name : List.of("a", "b", "c")) {
      StatefulSet set = replicas(SetManifests.read("parallel.yaml"), 1);
      set.getMetadata().setName(name);
      set.getMetadata().setUid("set-" + name);
      set.getSpec().getTemplate().getMetadata().setLabels(Map.of("app", "etcd", "member", name));
      put(set);
    }
  }

  private static StatefulSet replicas(StatefulSet set, int number) {
    return new StatefulSetBuilder(set)
        .editMetadata()
        .withNamespace("default")
        .withUid("set-1")
        .endMetadata()
        .editSpec()
        .withReplicas(number)
        .endSpec()
        .build();
  }

  private static Pod pod(String name, Map<String, String> labels) {
    return new PodBuilder()
        .withMetadata(
            new ObjectMetaBuilder().withName(name).withUid(name).withLabels(labels).build())
        .withNewSpec()
        .endSpec()
        .build();
  }

  private void budget(String name, String limit, String selector) {
    String text = selector.equals("{}") ? "{}" : "{" + selector + "}";
    budgets.add(
        Serialization.unmarshal(
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: %s, namespace: default}
            spec: {%s, selector: %s}
            """
                .formatted(name, limit, text),
            PodDisruptionBudget.class));
  }
}
