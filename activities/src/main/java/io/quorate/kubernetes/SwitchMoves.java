package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.quorate.port.Failure;
import io.quorate.workload.Workload;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Moves that switch a held member to another image and other settings. The first move takes the set
 * over where the set is free. Then the template of the set is changed, for all members: OnDelete
 * keeps the other pods until their turn. The held pod is older than the new template, so the pod is
 * deleted, and the successor is born gated from the new template.
 */
record SwitchMoves(
    SetLook look,
    MemberPod place,
    String operation,
    String image,
    SortedMap<String, String> settings) {

  Move next() {
    EtcdSet set = look.set(place);
    if (!set.isTakenOver()) {
      return hold().next();
    }
    Optional<EtcdPod> held = look.pod(place).filter(set::owns).filter(pod -> pod.isHeld());
    if (set.isOpen() || held.filter(pod -> !pod.isDeleted()).isEmpty()) {
      requireGone(set);
      return hold().next();
    }
    EtcdPod pod = held.get();
    EtcdContainer template =
        EtcdContainer.in(set.template().getSpec())
            .orElseThrow(() -> new Failure.Refused(set.words() + ": " + EtcdContainer.UNCLEAR));
    Container wanted =
        SwitchedContainer.of(
            set.words(), template.container(), set.metadata(place), image, lasting(set, template));
    if (!wanted.equals(template.container())) {
      return new SetWrites(set).containerIs(template.index(), wanted);
    }
    return isBornOf(pod) ? hold().next() : new Move.Delete(pod, Optional.empty());
  }

  private HoldMoves hold() {
    return new HoldMoves(look, place, operation, HoldMoves.Reach.STOPPED);
  }

  /** The settings for the template, which keeps its own where those of a window differ. */
  private SortedMap<String, String> lasting(EtcdSet set, EtcdContainer template) {
    SortedMap<String, String> own =
        ContainerInstallation.settings(
            ContainerSettings.of(template.container(), set.metadata(place)));
    own.keySet().removeAll(Window.without(own).keySet());
    own.putAll(Window.without(settings));
    return own;
  }

  /** A switch that was cut off finds its pod on the way from one gated pod to the next. */
  private void requireGone(EtcdSet set) {
    Workload workload = new PodWorkload(look, place, false).workload();
    boolean between = set.heldBy(place.name()).isPresent() && workload.isRestarting();
    if (!workload.provenAbsent() && !between) {
      throw new Failure.Refused(
          "%s is not moved to another image: %s".formatted(place.name(), workload.evidence()));
    }
  }

  /** Whether the pod has the image and the settings, beside those of every window. */
  private boolean isBornOf(EtcdPod pod) {
    return pod.container().filter(etcd -> image.equals(etcd.container().getImage())).isPresent()
        && Window.without(pod.settings()).equals(Window.without(settings));
  }
}
