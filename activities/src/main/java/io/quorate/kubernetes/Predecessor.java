package io.quorate.kubernetes;

import java.util.Optional;

/**
 * Proof that no run of a member is left from before its present pod. A pod that waits for a node
 * has run nothing itself, and says nothing of the pods before it: a forced deletion, or a node that
 * was given up, frees the name while etcd runs on.
 */
record Predecessor(EtcdSet set, EtcdPod pod) {
  /** Returns the proof that no earlier run is left, in words; empty without a proof. */
  Optional<String> ended() {
    return proof().map(EndedRun::words);
  }

  /** The proof, or the statement of a person in its place; empty where nobody knows it. */
  Optional<EndedRun> proof() {
    return carried().or(this::stated);
  }

  /** The proof on the pod itself, or on its set while the pod is too young to have it. */
  Optional<EndedRun> carried() {
    return pod.endedBefore().or(this::onSet);
  }

  private Optional<EndedRun> onSet() {
    return pod.isGated()
        ? set.ended(pod.name()).filter(run -> !run.pod().equals(pod.uid()))
        : Optional.empty();
  }

  private Optional<EndedRun> stated() {
    return set.isStated(pod) ? Optional.of(EndedRun.stated(pod)) : Optional.empty();
  }

  /** The deed of a person who knows that nothing runs, as a sentence. */
  String wayOut() {
    return "%sWhere you know that no etcd of it runs on any node: kubectl annotate statefulset %s -n %s quorate.io/ended.%s='stated %s'"
        .formatted(
            set.dataClaim(pod.name())
                .map(
                    "Where somebody made its claim %s by hand, put its data there first. "
                        ::formatted)
                .orElse(""),
            set.name(),
            set.set().getMetadata().getNamespace(),
            pod.name(),
            pod.uid());
  }
}
