package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.quorate.cluster.Quorum;
import io.quorate.port.Failure;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The budgets of the namespace, and what they let a drain take of the members at once. A budget
 * counts pods of all its sets, wherever they run, and held pods as disrupted.
 *
 * @param cluster its key, for commands
 */
record DisruptionBudgets(String cluster, SetLook look, List<PodDisruptionBudget> all) {
  /** Members that a budget lets a drain take at once. */
  private static final int ALLOWED = 1;

  /** The trouble with the budgets, with the command that mends it; empty where there is none. */
  Optional<String> trouble() {
    return tolerated() < ALLOWED ? Optional.empty() : missing().or(this::doubled).or(this::wide);
  }

  private Optional<String> missing() {
    return sets().stream()
        .filter(set -> of(set).isEmpty())
        .findFirst()
        .map(
            set ->
                "No PodDisruptionBudget limits how many pods of the %s a drain takes at once, and quorum survives the loss of %d of %d: %s"
                    .formatted(set.words(), tolerated(), members(), instead(List.of())));
  }

  /** The API server refuses each eviction of a pod that has two budgets. */
  private Optional<String> doubled() {
    return sets().stream()
        .filter(set -> of(set).size() > 1)
        .findFirst()
        .map(
            set ->
                "No drain gets on: the pods of the %s have several PodDisruptionBudgets (%s), and then no eviction is allowed. %s"
                    .formatted(set.words(), names(of(set).stream()), single(of(set))));
  }

  /** The way to one budget: the budget stays that counts most members, and no other pod. */
  private String single(List<PodDisruptionBudget> doubled) {
    List<PodDisruptionBudget> shared = doubled.stream().filter(this::isShared).toList();
    List<PodDisruptionBudget> own =
        doubled.stream()
            .filter(one -> !isShared(one))
            .sorted(
                Comparator.comparing(
                    one -> -sets().stream().filter(set -> covers(one, set)).count()))
            .toList();
    String rest =
        own.size() < 2
            ? ""
            : "Keep one: kubectl delete pdb %s -n %s"
                .formatted(words(own.subList(1, own.size())), look.names().namespace());
    return Stream.of(leftOut(shared.subList(own.isEmpty() ? 1 : 0, shared.size())), rest)
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(". "));
  }

  private Optional<String> wide() {
    List<PodDisruptionBudget> used =
        sets().stream().flatMap(set -> of(set).stream()).distinct().toList();
    int allowed = used.stream().mapToInt(this::allowed).sum();
    return allowed <= tolerated()
        ? Optional.empty()
        : Optional.of(
            "The PodDisruptionBudget %s lets a drain take %d of %d members at once, and quorum survives the loss of %d: %s"
                .formatted(names(used.stream()), allowed, members(), tolerated(), narrowed(used)));
  }

  private String narrowed(List<PodDisruptionBudget> used) {
    List<PodDisruptionBudget> shared = used.stream().filter(this::isShared).toList();
    if (!shared.isEmpty()) {
      return "%s; then %s"
          .formatted(
              leftOut(shared), instead(used.stream().filter(one -> !isShared(one)).toList()));
    }
    return used.size() == 1
        ? "kubectl patch pdb %s -n %s --type=merge -p '{\"spec\":{\"maxUnavailable\":%d,\"minAvailable\":null}}'"
            .formatted(words(used), look.names().namespace(), ALLOWED)
        : instead(used);
  }

  /** The way to the wanted budget in place of these; why there is none, where there is none. */
  private String instead(List<PodDisruptionBudget> used) {
    try {
      wanted();
    } catch (Failure.Refused none) {
      return String.valueOf(none.getMessage());
    }
    return used.isEmpty()
        ? "quorate pdb %s | kubectl apply -f -".formatted(cluster)
        : "quorate pdb %s > pdb.yaml && kubectl delete pdb %s -n %s && kubectl apply -f pdb.yaml"
            .formatted(cluster, words(used), look.names().namespace());
  }

  /** The words on budgets that are not the members' own, and are nobody's to delete here. */
  private static String leftOut(List<PodDisruptionBudget> shared) {
    return shared.isEmpty()
        ? ""
        : "Let the selector of %s, which counts other pods too, leave the members out"
            .formatted(names(shared.stream()));
  }

  /** Whether a budget counts pods that are no members, or would count any that comes. */
  private boolean isShared(PodDisruptionBudget budget) {
    return LabelRules.selects(budget.getSpec().getSelector(), Map.of())
        || others().anyMatch(pod -> covers(budget, pod));
  }

  /** Members that this budget lets a drain take while all of its pods are well. */
  private int allowed(PodDisruptionBudget budget) {
    int own = sets().stream().filter(set -> covers(budget, set)).mapToInt(EtcdSet::replicas).sum();
    int pods = own + (int) others().filter(pod -> covers(budget, pod)).count();
    IntOrString most = budget.getSpec().getMaxUnavailable();
    IntOrString least = budget.getSpec().getMinAvailable();
    int allowed =
        most != null ? number(most, pods) : least != null ? pods - number(least, pods) : 0;
    return Math.clamp(allowed, 0, own);
  }

  /** A number, or the part of all pods that a percentage means, rounded up. */
  private static int number(IntOrString value, int pods) {
    if (value.getIntVal() != null) {
      return value.getIntVal();
    }
    try {
      int percent = Integer.parseInt(String.valueOf(value.getStrVal()).replace("%", ""));
      return Math.ceilDiv(percent * pods, 100);
    } catch (NumberFormatException noPercentage) {
      return pods;
    }
  }

  /**
   * The budget that the members are to have: a drain takes one of them at a time, whatever their
   * number.
   *
   * @throws Failure.Refused where no budget would do any good, with the reason
   */
  PodDisruptionBudget wanted() {
    if (tolerated() < ALLOWED) {
      throw new Failure.Refused(
          "a budget for the %s would keep each drain waiting for ever, or would allow what stops all writes: quorum survives the loss of no member of %d. Do: quorate start scale %s --members 3"
              .formatted(look.names().words(), members(), cluster));
    }
    LabelSelector selector = selector();
    others()
        .filter(pod -> LabelRules.selects(selector, labels(pod)))
        .findFirst()
        .ifPresent(
            other -> {
              throw new Failure.Refused(
                  "a budget for the %s would count the pod %s too, which has the same labels. Do: give the template a label that no other pod has, and the selector of the set with it"
                      .formatted(look.names().words(), other.name()));
            });
    return new PodDisruptionBudgetBuilder()
        .withNewMetadata()
        .withName(name())
        .withNamespace(look.names().namespace())
        .endMetadata()
        .withNewSpec()
        .withMaxUnavailable(new IntOrString(ALLOWED))
        .withSelector(selector)
        .endSpec()
        .build();
  }

  /** The members' own budget is written anew under its name, and nobody else's is. */
  private String name() {
    List<PodDisruptionBudget> used =
        sets().stream().flatMap(set -> of(set).stream()).distinct().toList();
    String set = look.names().sets().getFirst();
    return used.size() == 1 && !isShared(used.getFirst())
        ? used.getFirst().getMetadata().getName()
        : Stream.of(set, set + "-members")
            .filter(
                name ->
                    all.stream()
                        .filter(this::isShared)
                        .noneMatch(one -> name.equals(one.getMetadata().getName())))
            .findFirst()
            .orElse(set);
  }

  /** The selector of the one set, or else what the templates of all sets have in common. */
  private LabelSelector selector() {
    if (sets().size() == 1) {
      return sets().getFirst().set().getSpec().getSelector();
    }
    Map<String, String> common = new HashMap<>(labels(sets().getFirst()));
    sets().forEach(set -> common.entrySet().retainAll(labels(set).entrySet()));
    if (common.isEmpty()) {
      throw new Failure.Refused(
          "the templates of the %s have no label in common, by which one budget could count their pods. Do: give each template the label etcd-cluster: %s"
              .formatted(look.names().words(), cluster));
    }
    return new LabelSelectorBuilder().withMatchLabels(common).build();
  }

  private int members() {
    return sets().stream().mapToInt(EtcdSet::replicas).sum();
  }

  private int tolerated() {
    return members() == 0 ? 0 : new Quorum(members()).tolerated();
  }

  private List<EtcdSet> sets() {
    return look.sets().values().stream().sorted(Comparator.comparing(EtcdSet::name)).toList();
  }

  private List<PodDisruptionBudget> of(EtcdSet set) {
    return all.stream().filter(budget -> covers(budget, set)).toList();
  }

  private static boolean covers(PodDisruptionBudget budget, EtcdSet set) {
    return LabelRules.selects(budget.getSpec().getSelector(), labels(set));
  }

  private static boolean covers(PodDisruptionBudget budget, EtcdPod pod) {
    return LabelRules.selects(budget.getSpec().getSelector(), labels(pod));
  }

  /** Pods of the namespace that are no members and have not ended. */
  private Stream<EtcdPod> others() {
    return look.pods().values().stream()
        .filter(pod -> !pod.isOver())
        .filter(pod -> sets().stream().noneMatch(set -> set.owns(pod)));
  }

  private static Map<String, String> labels(EtcdSet set) {
    return orNone(set.template().getMetadata().getLabels());
  }

  private static Map<String, String> labels(EtcdPod pod) {
    return orNone(pod.pod().getMetadata().getLabels());
  }

  private static Map<String, String> orNone(@Nullable Map<String, String> labels) {
    return Objects.requireNonNullElse(labels, Map.of());
  }

  private static String words(List<PodDisruptionBudget> budgets) {
    return budgets.stream()
        .map(one -> one.getMetadata().getName())
        .collect(Collectors.joining(" "));
  }

  private static String names(Stream<PodDisruptionBudget> budgets) {
    return budgets.map(one -> one.getMetadata().getName()).collect(Collectors.joining(", "));
  }
}
