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
 */
record StartMoves(SetLook look, MemberPod place, String operation, JoinSettings join) {

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
    SortedMap<String, String> settings = InitialCluster.settings(pod, join);
    if (pod.isHeld() && (pod.isDeleted() || !pod.has(settings))) {
      // Its successor is born gated as any other, in a template that has the settings.
      return new HoldMoves(look, place, operation, false, settings).next();
    }
    Predecessor before = new Predecessor(set, pod);
    if (before.ended().isEmpty()) {
      throw new Failure.Refused(workload().evidence());
    }
    new SetGuards(look, set).requireStart(pod);
    return ClaimWrites.unmarked(look, place)
        .orElseGet(() -> new PodWrites(pod).ungate(before.carried(), set.bornAs(pod)));
  }

  private Move deleted(EtcdSet set, EtcdPod pod) {
    if (pod.isStartedAgain()) {
      return new PodWrites(pod).record();
    }
    if (pod.ended().isEmpty() || !pod.isKept()) {
      return new Move.Wait(workload().evidence());
    }
    EndedRun run = pod.ended().get();
    return set.ended(pod.name()).filter(known -> known.pod().equals(run.pod())).isPresent()
        ? new PodWrites(pod).release()
        : new SetWrites(set).ended(pod.name(), run);
  }

  /** A pod that runs, or is about to. */
  private Move present(EtcdSet set, EtcdPod pod) {
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
