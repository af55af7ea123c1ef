package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.quorate.port.Failure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Manifest of a StatefulSet as it was before an operation, which stands on other objects while the
 * set itself is away. A person creates the set from it as it is: {@code kubectl create -f}.
 *
 * <p>A template may have passwords in it, so no history gets the manifest: the manifest stays in
 * the namespace, for as long as the set is away, and for whoever may read claims or pods there.
 *
 * @param text the manifest, as JSON
 * @param operation the operation that takes the set away
 * @param revision of the template, which the new set gets too; an empty text where it is not known
 * @param appliers who applied the manifest ({@link Applier#memory}); an empty text where nobody did
 */
record SetNote(String text, String operation, String revision, String appliers) {
  private static final List<String> NAMES =
      List.of(Marks.SET, Marks.OPERATION, Marks.REVISION_BEFORE, Marks.APPLIED_BY);

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  /** The characters of a sum that people compare; nobody finds a second manifest for them. */
  private static final int SHOWN = 16;

  /** The manifest of this set, without what Quorate has written on it. */
  static SetNote of(EtcdSet set) {
    var was = set.set().getMetadata();
    Map<String, String> annotations = new TreeMap<>(set.annotations());
    annotations.keySet().removeIf(name -> Marks.isOurs(name) && !name.equals(Marks.HOOK_HARMLESS));
    var metadata =
        new ObjectMetaBuilder()
            .withName(was.getName())
            .withNamespace(was.getNamespace())
            .withLabels(was.getLabels())
            .withAnnotations(annotations.isEmpty() ? null : annotations);
    StatefulSet manifest =
        new StatefulSetBuilder(set.isOpen() ? Window.closedIn(set) : set.set())
            .withMetadata(metadata.build())
            .editSpec()
            .withPodManagementPolicy(set.adoptedFrom().orElse(set.policy()))
            .withUpdateStrategy(strategy(set))
            .endSpec()
            .build();
    manifest.setStatus(null);
    return new SetNote(
        json(manifest),
        set.operation().orElse(""),
        set.closedRevision(),
        Applier.memory(set).orElse(""));
  }

  private static StatefulSetUpdateStrategy strategy(EtcdSet set) {
    return set.savedStrategy()
        .map(saved -> parsed(saved, StatefulSetUpdateStrategy.class))
        .orElse(set.set().getSpec().getUpdateStrategy());
  }

  /** The note about the set of this name on an object; empty where none is there. */
  static Optional<SetNote> on(HasMetadata object, String namespace, String set) {
    Map<String, String> annotations = annotations(object);
    return Optional.ofNullable(annotations.get(Marks.SET))
        .map(
            text ->
                new SetNote(
                    text,
                    annotations.getOrDefault(Marks.OPERATION, ""),
                    annotations.getOrDefault(Marks.REVISION_BEFORE, ""),
                    annotations.getOrDefault(Marks.APPLIED_BY, "")))
        .filter(note -> note.isOf(namespace, set));
  }

  private boolean isOf(String namespace, String set) {
    try {
      StatefulSet manifest = JSON.readValue(text, StatefulSet.class);
      return manifest != null
          && manifest.getMetadata() != null
          && set.equals(manifest.getMetadata().getName())
          && namespace.equals(manifest.getMetadata().getNamespace())
          && isWhole(manifest.getSpec());
    } catch (JsonProcessingException notOurs) {
      return false;
    }
  }

  /** An annotation is anybody's, and each place of the set is looked at. */
  private static boolean isWhole(@Nullable StatefulSetSpec spec) {
    if (spec == null || spec.getSelector() == null || spec.getTemplate() == null) {
      return false;
    }
    int replicas = Objects.requireNonNullElse(spec.getReplicas(), 1);
    return spec.getTemplate().getMetadata() != null
        && spec.getTemplate().getSpec() != null
        && replicas >= 0
        && replicas <= LookAtSets.MOST_REPLICAS;
  }

  private static Map<String, String> annotations(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
  }

  /** The sum of the manifest; a plan names it, so that no other manifest is created. */
  String sum() {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, SHOWN);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }

  /** The set as it was, with OnDelete, in the hands of the operation until the hand-back. */
  StatefulSet takenOver() {
    StatefulSet manifest = parsed(text, StatefulSet.class);
    StatefulSetUpdateStrategy strategy = manifest.getSpec().getUpdateStrategy();
    var set =
        new StatefulSetBuilder(manifest)
            .editMetadata()
            .addToAnnotations(Marks.OPERATION, operation)
            .endMetadata()
            .editSpec()
            .withNewUpdateStrategy()
            .withType("OnDelete")
            .endUpdateStrategy()
            .endSpec()
            .withNewStatus()
            .withUpdateRevision(revision)
            .endStatus();
    if (!new EtcdSet(manifest).isOnDelete()) {
      set.editMetadata().addToAnnotations(Marks.STRATEGY, json(strategy)).endMetadata();
    }
    if (!appliers.isEmpty()) {
      set.editMetadata().addToAnnotations(Marks.APPLIED_BY, appliers).endMetadata();
    }
    return set.build();
  }

  /**
   * As {@link #takenOver}, with pods that are created and ended without an order.
   *
   * @param gated whether the pods that the controller creates are born gated
   */
  StatefulSet adopted(boolean gated) {
    EtcdSet before = new EtcdSet(takenOver());
    StatefulSet set =
        new StatefulSetBuilder(before.set())
            .editMetadata()
            .addToAnnotations(Marks.ADOPTED, before.policy())
            .endMetadata()
            .editSpec()
            .withPodManagementPolicy("Parallel")
            .endSpec()
            .build();
    return gated ? Window.of(before, Collections.emptySortedMap()).openIn(set) : set;
  }

  /** Whether the object has this note. */
  boolean isOn(HasMetadata object) {
    return marks().entrySet().stream()
        .allMatch(mark -> mark.getValue().equals(annotations(object).get(mark.getKey())));
  }

  private Map<String, String> marks() {
    return Map.of(
        Marks.SET,
        text,
        Marks.OPERATION,
        operation,
        Marks.REVISION_BEFORE,
        revision,
        Marks.APPLIED_BY,
        appliers);
  }

  /** Writes the note on an object. */
  Move writtenOn(HasMetadata object) {
    JsonPatch patch = version(object);
    if (annotations(object).isEmpty()) {
      patch = patch.add(Map.of(), "metadata", "annotations");
    }
    for (Map.Entry<String, String> mark : marks().entrySet()) {
      patch = patch.add(mark.getValue(), "metadata", "annotations", mark.getKey());
    }
    return new Move.Patch(object, patch, "marked");
  }

  /** Takes the note away from an object that has one. */
  static Move removedFrom(HasMetadata object) {
    JsonPatch patch = version(object);
    for (String name : NAMES) {
      if (annotations(object).containsKey(name)) {
        patch = patch.remove("metadata", "annotations", name);
      }
    }
    return new Move.Patch(object, patch, "cleared of a mark");
  }

  private static JsonPatch version(HasMetadata object) {
    return JsonPatch.ofVersion(
        object.getMetadata().getUid(), object.getMetadata().getResourceVersion());
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an object of Kubernetes is no JSON", e);
    }
  }

  private static <T> T parsed(String json, Class<T> kind) {
    try {
      return JSON.readValue(json, kind);
    } catch (JsonProcessingException e) {
      throw new Failure.Refused("an annotation of Quorate's has no manifest any more", e);
    }
  }
}
