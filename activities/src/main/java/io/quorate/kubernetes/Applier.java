package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.quorate.cluster.CleanText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program or person that applies the manifest of a StatefulSet again and again, such as Argo CD.
 * Its next apply brings its own update strategy back; with the gate in the template, RollingUpdate
 * then takes a second member down.
 *
 * @param name of the program, or of the tool that a person used
 * @param since when it set the strategy last; empty where that is not known
 */
record Applier(String name, Optional<String> since) {
  private static final int LONGEST = 100;
  private static final String OURS = "quorate";

  /** The manager that kubectl apply uses, which is an update for the API server. */
  private static final String CLIENT_SIDE = "kubectl-client-side-apply";

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final String STRATEGY_TYPE = "/spec/updateStrategy/type";
  private static final List<String> ANNOTATIONS =
      List.of("argocd.argoproj.io/tracking-id", "meta.helm.sh/release-name", LAST_APPLIED);
  private static final List<String> LABELS =
      List.of("helm.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/name");

  /** The applier that would set the update strategy again; empty where no applier is known. */
  static Optional<Applier> of(EtcdSet set) {
    return ofStrategy(set).or(() -> marked(set)).or(() -> ousted(set));
  }

  /**
   * The applier of the template of a set whose strategy Quorate has written last. A server-side
   * apply loses a field to whoever writes the field after it, so the strategy that Quorate gave
   * back is not the applier's any more; its next apply brings the manifest's strategy all the same.
   */
  private static Optional<Applier> ousted(EtcdSet set) {
    boolean ours =
        set.set().getMetadata().getManagedFields().stream()
            .anyMatch(entry -> OURS.equals(entry.getManager()) && owns(entry, "f:updateStrategy"));
    return managers(set)
        .filter(entry -> ours && owns(entry, "f:template"))
        .filter(entry -> "Apply".equals(entry.getOperation()) || isHelm(entry))
        .findFirst()
        .map(Applier::of);
  }

  /** Whether the set shows the whole manifest that kubectl or Argo CD applied last. */
  static boolean hasManifest(EtcdSet set) {
    return set.annotations().containsKey(LAST_APPLIED);
  }

  /** The number of pods in that manifest; empty where the manifest leaves the number alone. */
  static Optional<Integer> replicasInManifest(EtcdSet set) {
    return manifest(set)
        .map(manifest -> manifest.at("/spec/replicas"))
        .filter(JsonNode::isInt)
        .map(JsonNode::asInt);
  }

  /** The applier whose number of pods the set has. */
  static Optional<Applier> ofReplicas(EtcdSet set) {
    return managers(set)
        .filter(entry -> owns(entry, "f:replicas"))
        .filter(entry -> "Apply".equals(entry.getOperation()) || isHelm(entry))
        .findFirst()
        .map(Applier::of);
  }

  /** Whether the manifest itself has OnDelete, as far as the set shows that. */
  static boolean wroteOnDelete(EtcdSet set) {
    if (hasManifest(set)) {
      return manifest(set)
          .filter(manifest -> manifest.at(STRATEGY_TYPE).asText().equals("OnDelete"))
          .isPresent();
    }
    return set.isOnDelete()
        && managers(set)
            .filter(entry -> owns(entry, "f:updateStrategy"))
            .anyMatch(entry -> "Apply".equals(entry.getOperation()));
  }

  private static Optional<JsonNode> manifest(EtcdSet set) {
    try {
      return Optional.of(new ObjectMapper().readTree(set.annotations().get(LAST_APPLIED)));
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
  }

  /** The applier, other than Quorate, that set the update strategy last. */
  static Optional<Applier> ofStrategy(EtcdSet set) {
    return managers(set)
        .filter(entry -> owns(entry, "f:updateStrategy"))
        .filter(
            entry -> "Apply".equals(entry.getOperation()) || CLIENT_SIDE.equals(entry.getManager()))
        .max(Comparator.comparing(entry -> Objects.requireNonNullElse(entry.getTime(), "")))
        .map(Applier::of);
  }

  /**
   * Whether the update strategy of the set is not the strategy of the manifest: somebody has set
   * another one by hand, and the next apply takes it back.
   */
  static boolean wasOverruled(EtcdSet set) {
    if (hasManifest(set)) {
      return manifest(set).filter(manifest -> hasOrLeaves(manifest, set.strategy())).isEmpty();
    }
    List<ManagedFieldsEntry> owners =
        managers(set).filter(entry -> owns(entry, "f:updateStrategy")).toList();
    return !owners.isEmpty()
        && owners.stream()
            .noneMatch(entry -> "Apply".equals(entry.getOperation()) || isHelm(entry));
  }

  /** A manifest without a strategy leaves the strategy of the set alone. */
  private static boolean hasOrLeaves(JsonNode manifest, String strategy) {
    JsonNode type = manifest.at(STRATEGY_TYPE);
    return type.isMissingNode() || strategy.equals(type.asText());
  }

  private static boolean isHelm(ManagedFieldsEntry entry) {
    return "helm".equals(entry.getManager());
  }

  /** The owners of the specification of the set, with their parts, each in a sentence. */
  static List<String> traces(EtcdSet set) {
    List<String> traces =
        managers(set)
            .filter(entry -> !parts(entry).isEmpty())
            .map(entry -> trace(set, entry))
            .collect(Collectors.toCollection(ArrayList::new));
    marked(set).ifPresent(who -> traces.add(who.name() + " applies the " + set.words()));
    if (traces.isEmpty()) {
      traces.add("nobody has left a trace on the " + set.words());
    }
    if (of(set).isPresent() && !wroteOnDelete(set)) {
      traces.add(
          "an apply in the middle of a plan brings RollingUpdate back to the %s: write updateStrategy: {type: OnDelete, rollingUpdate: null} into its manifest, or install Quorate's admission policy"
              .formatted(set.words()));
    }
    return traces;
  }

  private static String trace(EtcdSet set, ManagedFieldsEntry entry) {
    return "%s owns %s of the %s, by an %s"
        .formatted(
            of(entry).words(),
            CleanText.line(String.join(", ", parts(entry)), LONGEST),
            set.words(),
            CleanText.line(String.valueOf(entry.getOperation()), LONGEST));
  }

  /** The fields of the specification that the manager owns: {@code replicas, template}. */
  private static List<String> parts(ManagedFieldsEntry entry) {
    return spec(entry).keySet().stream()
        .map(String::valueOf)
        .filter(name -> name.startsWith("f:"))
        .map(name -> name.substring("f:".length()))
        .sorted()
        .toList();
  }

  private static Applier of(ManagedFieldsEntry entry) {
    return new Applier(
        CleanText.line(String.valueOf(entry.getManager()), LONGEST),
        Optional.ofNullable(entry.getTime()).map(time -> CleanText.line(time, LONGEST)));
  }

  private static Stream<ManagedFieldsEntry> managers(EtcdSet set) {
    return set.set().getMetadata().getManagedFields().stream()
        .filter(entry -> !OURS.equals(entry.getManager()))
        .filter(entry -> entry.getSubresource() == null || entry.getSubresource().isEmpty());
  }

  private static boolean owns(ManagedFieldsEntry entry, String field) {
    return spec(entry).containsKey(field);
  }

  private static Map<?, ?> spec(ManagedFieldsEntry entry) {
    return entry.getFieldsV1() != null
            && entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> spec
        ? spec
        : Map.of();
  }

  private static Optional<Applier> marked(EtcdSet set) {
    Map<String, String> labels =
        Objects.requireNonNullElse(set.set().getMetadata().getLabels(), Map.of());
    return Stream.concat(
            ANNOTATIONS.stream().filter(set.annotations()::containsKey),
            LABELS.stream().filter(labels::containsKey))
        .findFirst()
        .or(
            () ->
                Optional.ofNullable(labels.get("app.kubernetes.io/managed-by"))
                    .map(by -> "app.kubernetes.io/managed-by: " + CleanText.line(by, LONGEST)))
        .map(mark -> new Applier("whoever left the mark " + mark, Optional.empty()));
  }

  /** The name for people, with the time. */
  String words() {
    return name + since.map(time -> " (at " + time + ")").orElse("");
  }
}
