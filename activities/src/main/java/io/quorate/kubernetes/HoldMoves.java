package io.quorate.kubernetes;

import io.quorate.port.Failure;
import io.quorate.workload.Workload;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Moves that stop a member and hold it. Its pod is deleted with Quorate's finalizer on it, so its
 * object and its name stay until the kubelet has said that etcd ended; only then the template gets
 * the gate, for the seconds in which the successor is born. That one carries the proof, and the
 * finalizer too, so that it cannot be replaced by a pod without a gate. All decisions follow from
 * what is on the objects: a turn that was cut off anywhere goes on where it was.
 *
 * @param reach which members are ended for the hold
 * @param settings of etcd that the gated successor is to have, whatever the template says
 */
record HoldMoves(
    SetLook look,
    MemberPod place,
    String operation,
    Reach reach,
    SortedMap<String, String> settings) {

  /** Members that are ended for a hold. */
  enum Reach {
    /** A pod that does not run or restarts in a loop. */
    STOPPED,
    /** A pod that runs. */
    RUNNING,
    /** A pod that runs, and whose end may take its member out of the membership. */
    GIVEN_UP
  }

  /** Moves after which the successor has the settings of the template. */
  HoldMoves(SetLook look, MemberPod place, String operation, Reach reach) {
    this(look, place, operation, reach, Collections.emptySortedMap());
  }

  Move next() {
    EtcdSet set = look.set(place);
    if (!set.isTakenOver()) {
      return takenOver(set);
    }
    return look.pod(place).map(pod -> of(set, pod)).orElseGet(() -> withoutPod(set));
  }

  /** A set that was taken over and is not OnDelete was applied again by somebody. */
  private Move takenOver(EtcdSet set) {
    if (set.operation().isEmpty()) {
      new SetGuards(look, set, Optional.of(operation)).requireTakeover();
      return new SetWrites(set).takeOver(operation);
    }
    String because =
        "somebody set the update strategy of the %s back%s; Quorate has set it to OnDelete again. Pause who applies its manifest, then retry"
            .formatted(
                set.words(), Applier.ofStrategy(set).map(who -> ": " + who.words()).orElse(""));
    return new Move.Last((Move.Patch) new SetWrites(set).onDeleteAgain(), because);
  }

  private Move of(EtcdSet set, EtcdPod pod) {
    if (!set.owns(pod)) {
      throw new Failure.Refused(workload().evidence());
    }
    if (pod.isHeld() && !pod.isDeleted()) {
      return held(set, pod);
    }
    if (pod.isDeleted()) {
      return deleted(set, pod);
    }
    return pod.isGated() ? bornGated(set, pod) : present(set, pod);
  }

  private Move held(EtcdSet set, EtcdPod pod) {
    if (set.heldBy(pod.name()).isEmpty()) {
      return new SetWrites(set).hold(pod.name(), operation);
    }
    return new TidyMoves(look, set)
        .next()
        .orElseGet(
            () -> pod.has(settings) ? new Move.Done(workload().evidence()) : reborn(set, pod));
  }

  /**
   * Deletes the held pod, so that the successor gets the settings, if the template can have them.
   */
  private Move reborn(EtcdSet set, EtcdPod pod) {
    Optional<Map.Entry<String, String>> missing =
        settings.entrySet().stream().filter(one -> !Window.gives(set, place, one)).findFirst();
    if (missing.isPresent()) {
      throw new Failure.Refused(
          "%s is not started: its pod needs %s, and how etcd is started there is not seen or cannot be edited. Write that variable into the env of the %s, and let its script pass no flag for it"
              .formatted(place.name(), missing.get().getKey(), set.words()));
    }
    return new Move.Delete(pod, Optional.empty());
  }

  private Move bornGated(EtcdSet set, EtcdPod pod) {
    EndedRun run = requireProof(set, pod);
    return set.heldBy(pod.name()).isEmpty()
        ? new SetWrites(set).hold(pod.name(), operation)
        : new PodWrites(pod).hold(run, set.bornAs(pod));
  }

  /** Returns the proof that no run is left from before a gated pod; throws without a proof. */
  private EndedRun requireProof(EtcdSet set, EtcdPod pod) {
    return new Predecessor(set, pod)
        .proof()
        .orElseThrow(() -> new Failure.Refused(workload().evidence()));
  }

  /** A pod that is not deleted yet, and has run or may run. */
  private Move present(EtcdSet set, EtcdPod pod) {
    requireEnd(set, pod);
    if (set.heldBy(pod.name()).isEmpty()) {
      return new SetWrites(set).hold(pod.name(), operation);
    }
    boolean recorded =
        pod.isKept() && pod.recordedRun().equals(Optional.of(pod.containerId().orElse("")));
    if (recorded && (pod.hasRun() || pod.endedBefore().isPresent())) {
      return new Move.Delete(pod, Optional.empty());
    }
    return pod.hasRun()
        ? new PodWrites(pod).keep()
        : new PodWrites(pod).keep(requireProof(set, pod));
  }

  private void requireEnd(EtcdSet set, EtcdPod pod) {
    Workload workload = workload();
    if (workload.isUnreachable()) {
      throw new Failure.Unreached(workload.evidence());
    }
    boolean stops = reach != Reach.STOPPED;
    if (!workload.isRestarting() && !(stops && workload.runs())) {
      throw new Failure.Refused(
          "%s is not %s: %s"
              .formatted(place.name(), stops ? "stopped" : "held", workload.evidence()));
    }
    if (!pod.hasRun() && new Predecessor(set, pod).ended().isEmpty()) {
      throw new Failure.Refused(
          "%s is not held: %s, and nothing proves that etcd of the pod before it has ended. %s"
              .formatted(place.name(), workload.evidence(), new Predecessor(set, pod).wayOut()));
    }
    SetGuards guards = new SetGuards(look, set);
    if (reach == Reach.GIVEN_UP) {
      guards.requireLastStop(pod);
    } else {
      guards.requireStop(pod);
    }
  }

  private Move deleted(EtcdSet set, EtcdPod pod) {
    if (!pod.isKept()) {
      return new Move.Wait(workload().evidence());
    }
    Optional<EndedRun> ended = pod.isGated() ? Optional.of(requireProof(set, pod)) : pod.ended();
    if (ended.isEmpty()) {
      return pod.isStartedAgain()
          ? new PodWrites(pod).record()
          : new Move.Wait(workload().evidence());
    }
    if (set.heldBy(pod.name()).isEmpty()) {
      return new SetWrites(set).hold(pod.name(), operation);
    }
    if (set.ended(pod.name()).filter(run -> run.pod().equals(ended.get().pod())).isEmpty()) {
      return new SetWrites(set).ended(look, pod, ended.get());
    }
    return set.isGated() && set.isObserved() ? new PodWrites(pod).release() : opened(set);
  }

  /**
   * The way to the gate in the template. The objects of all other pods are kept first, so that of
   * no pod that is born gated meanwhile nobody can tell whether its predecessor ended.
   */
  Move opened(EtcdSet set) {
    if (!set.isObserved()) {
      return new Move.Wait(
          "the controller has not seen the %s as it is now".formatted(set.words()));
    }
    if (set.isGated()) {
      return new Move.Wait("the %s is gated".formatted(set.words()));
    }
    for (EtcdPod other : look.podsOf(set)) {
      boolean here = !other.isGated() && !other.name().equals(place.name());
      if (here && other.isDeleted() && !other.isKept()) {
        return new Move.Wait("pod %s is being deleted by somebody".formatted(other.name()));
      }
      if (here && !other.isKept() && other.node().isPresent()) {
        return new PodWrites(other).keep();
      }
    }
    return new SetWrites(set).openWindow(settings);
  }

  private Move withoutPod(EtcdSet set) {
    if (!set.wants(place.ordinal())) {
      return new Move.Done(workload().evidence());
    }
    boolean between = set.ended(place.name()).isPresent() && set.heldBy(place.name()).isPresent();
    return between && !set.isGated() && set.isObserved()
        ? new SetWrites(set).openWindow(settings)
        : new Move.Wait(workload().evidence());
  }

  private Workload workload() {
    return new PodWorkload(look, place, false).workload();
  }
}
