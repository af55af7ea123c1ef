package io.quorate.runbook.recovery;

import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Reasons not to restore this source at this place: the etcd of the place does not understand the
 * source, or nobody can tell which ids were used.
 */
record UnfitRestore(RestoreSource source, Member place) {
  /**
   * The refusal of a snapshot of a newer minor than the etcd that would start on it: 3.4 crashes,
   * 3.6 refuses, and 3.5 starts on one of 3.7 (docs/etcd.md#snapshots).
   */
  Optional<Prescription> tooNew() {
    EtcdVersion from = source.saved().version();
    return Optional.of(place)
        .filter(here -> RestorePlan.isOlder(here, source))
        .flatMap(here -> here.installation().binary())
        .map(
            own ->
                new Refusal(
                    "%1$s is of etcd %2$s, and %3$s would be started on it with %4$s, which may crash, or start and not understand all that is in it. Let %3$s start with %5$s (its binary, or the release it is linked to). Or name a snapshot of %6$s with --snapshot, which loses what came after it."
                        .formatted(
                            source.saved().file(),
                            from,
                            place.name(),
                            own,
                            from.line(),
                            own.line())));
  }

  /**
   * The refusal while the record cannot be read: which cluster ids were used is not known, and
   * under a used one old members would join what is restored (docs/etcd.md#n-07). Salvage, fence
   * and restore all write into it, so it is told before anybody is asked or stopped.
   */
  static Optional<Prescription> forgotten(ClusterView view) {
    return view.past()
        .unread()
        .map(
            why ->
                new Refusal(
                    "The record of the cluster cannot be read: %s. Nothing is stopped and nothing restored without it: it tells which cluster ids were used, and each step writes into it. Mend the place of the snapshots, then start this again. If the record is lost for good, rename its folder (record, beside the snapshots of %s; delete nothing): a new record begins with the next look, and the new cluster gets an id that was never used."
                        .formatted(why, view.cluster())));
  }
}
