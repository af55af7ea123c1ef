package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The volume of a member that no pod can use any more: its claim is lost or deleted, or only nodes
 * that are away have the volume. Whether it is gone for good, a person says.
 *
 * @param claim the uid of the claim that was judged
 * @param why no pod can use the volume, as a clause
 */
record LostVolume(String claim, String why) implements GivenUpVolume {
  /** The volume of this place that no pod can use; empty where one can. */
  static Optional<LostVolume> of(SetLook look, MemberPod place) {
    return look.claim(place)
        .flatMap(
            claim ->
                why(look, claim).map(why -> new LostVolume(claim.getMetadata().getUid(), why)));
  }

  private static Optional<String> why(SetLook look, PersistentVolumeClaim claim) {
    String name = claim.getMetadata().getName();
    if (claim.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("somebody deleted the claim " + name);
    }
    if (claim.getStatus() != null && "Lost".equals(claim.getStatus().getPhase())) {
      return Optional.of("the volume of the claim %s is gone (phase Lost)".formatted(name));
    }
    return Optional.ofNullable(claim.getSpec().getVolumeName())
        .map(look.volumes()::get)
        .flatMap(volume -> away(look, volume));
  }

  private static Optional<String> away(SetLook look, PersistentVolume volume) {
    List<VolumeNode> nodes = VolumeNode.of(volume);
    List<String> doubts = nodes.stream().flatMap(node -> node.doubt(look).stream()).toList();
    return nodes.isEmpty()
            || doubts.size() < nodes.size()
            || look.unread(SetLook.Part.NODES).isPresent()
        ? Optional.empty()
        : Optional.of(
            "the volume %s is on %s alone, and %s"
                .formatted(
                    volume.getMetadata().getName(),
                    nodes.stream().map(VolumeNode::value).collect(Collectors.joining(", ")),
                    doubts.getFirst()));
  }
}
