package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.quorate.cluster.CleanText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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
  private static final ObjectMapper JSON = new ObjectMapper();
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
    boolean ours = ours(set).anyMatch(entry -> owns(entry, "f:updateStrategy"));
    return managers(set)
        .filter(entry -> ours && owns(entry, "f:template"))
        .filter(Applier::isManifest)
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
        .filter(Applier::isManifest)
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
      return Optional.of(JSON.readTree(set.annotations().get(LAST_APPLIED)));
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
    // The OnDelete of a set that was adopted is Quorate's, and in no manifest before its next
    // apply.
    List<ManagedFieldsEntry> owners =
        Stream.concat(ours(set), managers(set))
            .filter(entry -> owns(entry, "f:updateStrategy"))
            .toList();
    return !owners.isEmpty() && owners.stream().noneMatch(Applier::isManifest);
  }

  /** A manifest without a strategy leaves the strategy of the set alone. */
  private static boolean hasOrLeaves(JsonNode manifest, String strategy) {
    JsonNode type = manifest.at(STRATEGY_TYPE);
    return type.isMissingNode() || strategy.equals(type.asText());
  }

  /** Whether the fields of the entry are those of a manifest. */
  private static boolean isManifest(ManagedFieldsEntry entry) {
    return "Apply".equals(entry.getOperation()) || "helm".equals(entry.getManager());
  }

  /**
   * The owners of the fields of a manifest, as an annotation for the set that is created in place
   * of this one; empty where the set shows the whole manifest, or has no such owner. No client can
   * write {@code managedFields}, and a creation begins them anew.
   */
  static Optional<String> memory(EtcdSet set) {
    List<Map<String, Object>> known =
        managers(set)
            .filter(entry -> isManifest(entry) && !hasManifest(set))
            .<Map<String, Object>>map(
                entry ->
                    new TreeMap<>(
                        Map.of(
                            "manager",
                            String.valueOf(entry.getManager()),
                            "operation",
                            String.valueOf(entry.getOperation()),
                            "parts",
                            parts(entry))))
            .toList();
    try {
      return known.isEmpty() ? Optional.empty() : Optional.of(JSON.writeValueAsString(known));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a list of texts is no JSON", e);
    }
  }

  /** The owners of before the set was created anew, but for those that have applied since. */
  private static Stream<ManagedFieldsEntry> remembered(EtcdSet set) {
    try {
      List<ManagedFieldsEntry> known = new ArrayList<>();
      for (JsonNode one : JSON.readTree(set.annotations().getOrDefault(Marks.APPLIED_BY, "[]"))) {
        Map<String, Object> parts = new TreeMap<>();
        one.path("parts").forEach(part -> parts.put("f:" + part.asText(), Map.of()));
        FieldsV1 fields = new FieldsV1();
        fields.setAdditionalProperty("f:spec", parts);
        known.add(
            new ManagedFieldsEntryBuilder()
                .withManager(one.path("manager").asText())
                .withOperation(one.path("operation").asText())
                .withFieldsV1(fields)
                .build());
      }
      return known.stream().filter(entry -> !hasAppliedSince(set, entry));
    } catch (JsonProcessingException notOurs) {
      return Stream.empty();
    }
  }

  /** Helm writes only differences, so the fields of a later write are not the whole manifest. */
  private static boolean hasAppliedSince(EtcdSet set, ManagedFieldsEntry known) {
    return "Apply".equals(known.getOperation())
        && live(set)
            .anyMatch(
                entry ->
                    known.getManager().equals(entry.getManager())
                        && "Apply".equals(entry.getOperation()));
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
    return Stream.concat(live(set), remembered(set))
        .filter(entry -> !OURS.equals(entry.getManager()));
  }

  private static Stream<ManagedFieldsEntry> ours(EtcdSet set) {
    return live(set).filter(entry -> OURS.equals(entry.getManager()));
  }

  private static Stream<ManagedFieldsEntry> live(EtcdSet set) {
    return set.set().getMetadata().getManagedFields().stream()
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
