package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Optional;

/** The next deed, decided from one look: at most one write. */
sealed interface Move {
  /** Nothing is left to do. */
  record Done(String evidence) implements Move {}

  /** Somebody else has to do something first: a controller, a kubelet. */
  record Wait(String why) implements Move {}

  /** A patch of an object that was seen. */
  record Patch(HasMetadata seen, JsonPatch patch, String change) implements Move {}

  /**
   * The deletion of a pod that was seen.
   *
   * @param graceSeconds the time that it gets to end; empty for its own
   */
  record Delete(EtcdPod seen, Optional<Long> graceSeconds) implements Move {}

  /** The deletion of a claim that was seen. */
  record Drop(PersistentVolumeClaim claim) implements Move {}

  /**
   * The deletion of a set that was seen, whose pods stay.
   *
   * @param then sets of which one is created next; the API server has to allow each of them before
   */
  record Leave(StatefulSet set, List<StatefulSet> then) implements Move {}

  /** The creation of a set. */
  record Make(StatefulSet set) implements Move {}

  /** A patch after which nothing more may be done, because of this. */
  record Last(Patch patch, String because) implements Move {}
}
