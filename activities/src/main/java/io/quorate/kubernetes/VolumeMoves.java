package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Moves that set the whole volume of a held member aside: the volume is told to outlive its claim
 * and gets a label, and only then the claim goes. The controller makes an empty claim of that name
 * when the pod is started.
 *
 * @param judged the volume that was judged; no other claim is touched
 * @param was the member id under which the data was used
 */
record VolumeMoves(
    SetLook look, MemberPod place, GivenUpVolume judged, String operation, MemberId was) {
  /** After an outage of the API server, no node is Ready for a minute. */
  private static final Duration SILENCE = Duration.ofSeconds(75);

  Move next() {
    Workload workload = new PodWorkload(look, place, false).workload();
    if (!workload.provenAbsent()) {
      throw new Failure.Refused(
          "the volume of %s is not set aside: %s".formatted(place.name(), workload.evidence()));
    }
    look.require(SetLook.Part.CLAIMS, SetLook.Part.VOLUMES);
    Optional<PersistentVolumeClaim> claim =
        look.claim(place).filter(seen -> judged.claim().equals(seen.getMetadata().getUid()));
    if (claim.isEmpty()) {
      return new Move.Done("the claim of %s is gone".formatted(place.name()));
    }
    Optional<PersistentVolume> volume =
        Optional.ofNullable(claim.get().getSpec().getVolumeName()).map(look.volumes()::get);
    if (volume.isPresent() && !isKept(volume.get())) {
      return young(volume.get()).orElseGet(() -> keep(volume.get()));
    }
    if (volume.isEmpty() && judged instanceof GivenUpVolume.Left) {
      throw new Failure.Transient(
          "the claim of %s stays: its volume is not seen, and would go with the claim"
              .formatted(place.name()));
    }
    return claim.get().getMetadata().getDeletionTimestamp() == null
        ? new Move.Drop(claim.get())
        : new Move.Wait("the claim of %s is being deleted".formatted(place.name()));
  }

  /** A kubelet that has only just fallen silent, or speaks again, has no volume that is lost. */
  private Optional<Move> young(PersistentVolume volume) {
    if (judged instanceof GivenUpVolume.Left) {
      return Optional.empty();
    }
    Optional<LostVolume> now = LostVolume.of(look, place);
    if (now.filter(seen -> seen.claim().equals(judged.claim())).isEmpty()) {
      throw new Failure.Transient(
          "the volume of %s is not lost any more; looking again".formatted(place.name()));
    }
    return VolumeNode.of(volume).stream()
        .flatMap(node -> node.name(look).stream())
        .filter(node -> look.doubt(node).isPresent() && !look.isSilentFor(node, SILENCE))
        .findFirst()
        .map(
            node ->
                new Move.Wait(
                    "its node %s does not answer for less than %d s"
                        .formatted(node, SILENCE.toSeconds())));
  }

  private static boolean isKept(PersistentVolume volume) {
    return "Retain".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())
        && labels(volume).containsKey(Marks.ASIDE);
  }

  private static Map<String, String> labels(PersistentVolume volume) {
    return Objects.requireNonNullElse(volume.getMetadata().getLabels(), Map.of());
  }

  private Move keep(PersistentVolume volume) {
    JsonPatch patch =
        JsonPatch.ofVersion(
                volume.getMetadata().getUid(), volume.getMetadata().getResourceVersion())
            .replace("Retain", "spec", "persistentVolumeReclaimPolicy");
    if (labels(volume).isEmpty()) {
      patch = patch.add(Map.of(), "metadata", "labels");
    }
    Map<String, String> annotations = volume.getMetadata().getAnnotations();
    if (annotations == null || annotations.isEmpty()) {
      patch = patch.add(Map.of(), "metadata", "annotations");
    }
    return new Move.Patch(
        volume,
        patch
            .add(place.name(), "metadata", "labels", Marks.ASIDE)
            .add(operation, "metadata", "annotations", Marks.OPERATION)
            .add(was.toString(), "metadata", "annotations", Marks.MEMBER),
        "kept and labelled");
  }
}
