package io.quorate.kubernetes;

import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.util.Optional;

/**
 * A place beyond the replicas of a StatefulSet, without a pod. An earlier member is proven to have
 * ended where the place has no claim, and so no data to run on, or where the claim tells the end of
 * the last run. Data of a set that makes no claims proves nothing.
 */
record Vacancy(SetLook look, EtcdSet set, MemberPod place) {
  /** End of the last run in the place; empty where no end is known. */
  Optional<EndedRun> proof() {
    if (look.unread(Part.CLAIMS).isPresent()) {
      return Optional.empty();
    }
    if (look.claimName(place).isEmpty()) {
      // Data that needs no claim may be in use by a pod that somebody deleted by force.
      return Optional.empty();
    }
    return look.claim(place)
        .map(claim -> ClaimWrites.ended(claim, look.at()))
        .orElseGet(() -> Optional.of(EndedRun.none(look.at())));
  }

  /** As {@link #proof}; throws where nobody knows. */
  EndedRun require() {
    look.require(Part.CLAIMS);
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
        .orElseGet(this::unclaimed);
  }

  /** Why the claim with the data of the place is not known. */
  private String unclaimed() {
    try {
      ClaimedDirectory.of(set.set(), place.name());
      return "";
    } catch (Failure.Refused why) {
      return " " + why.getMessage();
    }
  }
}
