package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Marks on other objects while a StatefulSet is away: its manifest, on the claims of its members,
 * and the policy of volumes that outlive their claims for so long.
 *
 * <p>A claim outlives its pod. A member without a claim has the manifest on its pod.
 */
record AdoptionTraces(SetLook look, EtcdSet set) {
  private static final String RETAIN = "Retain";
  private static final String[] POLICY = {"spec", "persistentVolumeReclaimPolicy"};

  /**
   * The move that writes the manifest on the next object; empty once each object has the manifest.
   */
  Optional<Move> unwritten(SetNote note) {
    return carriers().filter(object -> !note.isOn(object)).findFirst().map(note::writtenOn);
  }

  /** Whether the manifest outlives a pod: a pod that dies takes its copy along. */
  boolean areSafe() {
    List<HasMetadata> all = carriers().toList();
    return all.size() > 1 || all.stream().anyMatch(PersistentVolumeClaim.class::isInstance);
  }

  /** The objects that are to have the manifest. */
  Stream<HasMetadata> carriers() {
    return set.members()
        .flatMap(
            place ->
                look
                    .claim(place)
                    .filter(claim -> claim.getMetadata().getDeletionTimestamp() == null)
                    .<HasMetadata>map(claim -> claim)
                    .or(() -> look.pod(place).filter(set::owns).map(EtcdPod::pod))
                    .stream());
  }

  /**
   * The move by which the next volume outlives its claim. The garbage collector takes the owner off
   * the claims, and deletes a claim whose owner it finds gone.
   */
  Optional<Move> unprotected() {
    return look.claims().values().stream()
        .filter(set::owns)
        .map(claim -> claim.getSpec().getVolumeName())
        .filter(Objects::nonNull)
        .flatMap(name -> unprotected(name).stream())
        .findFirst();
  }

  private Optional<Move> unprotected(String name) {
    PersistentVolume volume = look.volumes().get(name);
    // A volume that was asked for and is not there is lost already.
    String policy = volume == null ? RETAIN : volume.getSpec().getPersistentVolumeReclaimPolicy();
    if (volume == null || RETAIN.equals(policy)) {
      return Optional.empty();
    }
    JsonPatch patch = version(volume);
    if (annotations(volume).isEmpty()) {
      patch = patch.add(Map.of(), "metadata", "annotations");
    }
    return Optional.of(
        new Move.Patch(
            volume,
            patch.add(policy, "metadata", "annotations", Marks.RECLAIM).replace(RETAIN, POLICY),
            "kept"));
  }

  /**
   * As {@link #next}, of a set that no operation is about to create again: a person created it by
   * hand, or an operation ended without it.
   */
  static Optional<Move> left(SetLook look, EtcdSet set) {
    boolean readable = look.unread(SetLook.Part.CLAIMS, SetLook.Part.VOLUMES).isEmpty();
    return readable && set.operation().isEmpty() && !set.isDeleted()
        ? new AdoptionTraces(look, set).next()
        : Optional.empty();
  }

  /** The move that takes the next trace away, once the set is there; empty where none is left. */
  Optional<Move> next() {
    return volumes()
        .or(
            () ->
                Stream.<HasMetadata>concat(
                        look.claims().values().stream(),
                        look.pods().values().stream().map(EtcdPod::pod))
                    .filter(object -> SetNote.on(object, namespace(), set.name()).isPresent())
                    .findFirst()
                    .map(SetNote::removedFrom));
  }

  /** A volume whose claim is being deleted stays for good. */
  private Optional<Move> volumes() {
    return look.volumes().values().stream()
        .filter(volume -> annotations(volume).containsKey(Marks.RECLAIM))
        .filter(this::isClaimed)
        .findFirst()
        .map(AdoptionTraces::asBefore);
  }

  private boolean isClaimed(PersistentVolume volume) {
    return look.claims().values().stream()
        .filter(claim -> volume.getMetadata().getName().equals(claim.getSpec().getVolumeName()))
        .map(PersistentVolumeClaim::getMetadata)
        .anyMatch(claim -> claim.getDeletionTimestamp() == null);
  }

  private static Move asBefore(PersistentVolume volume) {
    return new Move.Patch(
        volume,
        version(volume)
            .replace(annotations(volume).getOrDefault(Marks.RECLAIM, RETAIN), POLICY)
            .remove("metadata", "annotations", Marks.RECLAIM),
        "given its reclaim policy back");
  }

  private static JsonPatch version(HasMetadata object) {
    return JsonPatch.ofVersion(
        object.getMetadata().getUid(), object.getMetadata().getResourceVersion());
  }

  private static Map<String, String> annotations(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
  }

  private String namespace() {
    return look.names().namespace();
  }
}
