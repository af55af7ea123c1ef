package io.quorate.kubernetes;

import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.util.Optional;

/**
 * A place beyond the replicas of its StatefulSet, without a pod. That nothing of an earlier member
 * runs there is known where it has no claim, so that there is no data to run on, or where its claim
 * says how the last run ended.
 */
record Vacancy(SetLook look, EtcdSet set, MemberPod place) {
  /** How the last run there ended; empty where nobody knows. */
  Optional<EndedRun> proof() {
    if (look.unread(Part.CLAIMS).isPresent()) {
      return Optional.empty();
    }
    return look.claim(place)
        .map(claim -> ClaimWrites.ended(claim, look.at()))
        .orElseGet(() -> Optional.of(EndedRun.none(look.at())));
  }

  /** As {@link #proof}; throws where nobody knows. */
  EndedRun require() {
    return proof()
        .orElseThrow(
            () ->
                new Failure.Refused(
                    "%s is not made: nothing proves that an earlier etcd of it has ended.%s"
                        .formatted(place.name(), wayOut())));
  }

  /** The deed of a person who knows that nothing runs, as a sentence. */
  String wayOut() {
    return look.claim(place)
        .map(
            claim ->
                " Where you know that no etcd of it runs on any node: kubectl annotate pvc %s -n %s %s=%s"
                    .formatted(
                        claim.getMetadata().getName(),
                        look.names().namespace(),
                        Marks.ENDED,
                        ClaimWrites.STATED))
        .orElse("");
  }
}
