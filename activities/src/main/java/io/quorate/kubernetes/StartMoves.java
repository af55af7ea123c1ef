package io.quorate.kubernetes;

import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Workload;
import java.util.SortedMap;

/**
 * Moves that start a member whose pod is held, and end the hold. A hold that was cut off in the
 * middle is taken back from wherever it came to.
 *
 * @param operation that starts it
 * @param join settings for this run, whatever the template says
 * @param steering the nodes to which this start is bound
 */
record StartMoves(
    SetLook look, MemberPod place, String operation, JoinSettings join, Steering steering) {

  Move next() {
    EtcdSet set = look.set(place);
    return look.pod(place).map(pod -> of(set, pod)).orElseGet(() -> withoutPod(set));
  }

  private Move withoutPod(EtcdSet set) {
    if (!set.wants(place.ordinal())) {
      throw new Failure.Refused(
          "%s cannot be started: the %s has %d replicas"
              .formatted(place.name(), set.words(), set.replicas()));
    }
    return new Move.Wait(workload().evidence());
  }

  private Move of(EtcdSet set, EtcdPod pod) {
    if (!set.owns(pod)) {
      throw new Failure.Refused(workload().evidence());
    }
    if (pod.isGated()) {
      return gated(set, pod);
    }
    if (pod.isDeleted()) {
      return deleted(set, pod);
    }
    return present(set, pod);
  }

  private Move gated(EtcdSet set, EtcdPod pod) {
    if (pod.isDeleted() || (pod.isHeld() && !pod.has(settings(pod)))) {
      // Its successor is born gated as any other, in a template that has the settings.
      return hold(pod);
    }
    Predecessor before = new Predecessor(set, pod);
    if (before.ended().isEmpty()) {
      throw new Failure.Refused(workload().evidence());
    }
    new SetGuards(look, set).requireStart(pod);
    return ClaimWrites.unmarked(look, place)
        .orElseGet(() -> new PodWrites(pod).ungate(before.carried(), set.bornAs(pod), steering));
  }

  private SortedMap<String, String> settings(EtcdPod pod) {
    return InitialCluster.settings(pod, join);
  }

  private Move hold(EtcdPod pod) {
    return new HoldMoves(look, place, operation, HoldMoves.Reach.STOPPED, settings(pod)).next();
  }

  private Move deleted(EtcdSet set, EtcdPod pod) {
    if (!steering.isNone()) {
      // A pod can be bound to nodes only while it is gated, so its successor has to be born so.
      return hold(pod);
    }
    if (pod.isStartedAgain()) {
      return new PodWrites(pod).record();
    }
    if (pod.ended().isEmpty() || !pod.isKept()) {
      return new Move.Wait(workload().evidence());
    }
    EndedRun run = pod.ended().get();
    return set.ended(pod.name()).filter(known -> known.pod().equals(run.pod())).isPresent()
        ? new PodWrites(pod).release()
        : new SetWrites(set).ended(look, pod, run);
  }

  /** A pod that runs, or is about to. */
  private Move present(EtcdSet set, EtcdPod pod) {
    boolean waits = pod.node().isEmpty();
    if (!steering.isOn(pod) && waits) {
      return hold(pod);
    }
    if (!steering.isOn(pod) && !steering.isNone()) {
      throw new Failure.Refused(
          "%s was started already, and not %s: %s"
              .formatted(place.name(), steering.words(), workload().evidence()));
    }
    if (set.heldBy(pod.name()).isPresent() || set.ended(pod.name()).isPresent()) {
      return pod.isKept()
          ? new PodWrites(pod).release()
          : new SetWrites(set).forget(Marks.held(pod.name()), Marks.ended(pod.name()));
    }
    Workload workload = workload();
    return new TidyMoves(look, set)
        .next()
        .orElseGet(
            () ->
                workload.runs()
                    ? new Move.Done(workload.evidence())
                    : new Move.Wait(workload.evidence()));
  }

  private Workload workload() {
    return new PodWorkload(look, place, false).workload();
  }
}
