package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Member;
import io.quorate.cluster.RestoreSource;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reasons not to restore this source at this place: what would be started on it does not understand
 * it, ids that were used cannot be told, or clients have seen the raised revisions already.
 *
 * @param bump by how much revisions are to be raised; 0 for not at all
 */
record UnfitRestore(
    ClusterView view,
    MajorityRecoveryRequest request,
    RestoreSource source,
    Member place,
    long bump) {
  /** The first reason, with what to do about it; empty where there is none. */
  Optional<Prescription> refusal() {
    return tooNew().or(this::tooLow);
  }

  /**
   * The refusal of a snapshot of a newer minor than the etcd that would start on it: 3.4 crashes,
   * 3.6 refuses, and 3.5 starts on one of 3.7 (docs/etcd.md#snapshots).
   */
  private Optional<Prescription> tooNew() {
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

  /**
   * The refusal of raised revisions that clients have seen already: a watch from one of them would
   * miss what comes until the new cluster has passed it (docs/etcd.md#n-34).
   */
  private Optional<Prescription> tooLow() {
    if (request.dataIsWrong().isPresent() && bump != 0 && bump < RestorePlan.BUMP) {
      return Optional.of(
          new Refusal(
              "The cluster works and writes on, so nobody knows how far clients have seen when"
                  + " it is stopped. "
                  + remedy()));
    }
    return bump == 0 || isEnough(bump)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                String.format(
                    Locale.ROOT,
                    "%s would begin at revision %,d, and %s: watches would miss changes without a"
                        + " sign. %s",
                    raised(),
                    source.revision().value() + bump,
                    told(),
                    remedy())));
  }

  /**
   * Returns whether the restored cluster begins above all revisions that clients have seen, with
   * revisions raised by this much. A cluster that works writes on until it is stopped, so some room
   * is added for a source of another history. Within the present history the default raise is
   * enough for all that comes after the snapshot.
   */
  private boolean isEnough(long by) {
    return isAbove(by) && (by >= RestorePlan.BUMP || seen().isBounded());
  }

  private boolean isAbove(long by) {
    long room = !source.isOf(view) && view.margin() >= 0 ? RestorePlan.BUMP / 2 : 0;
    return by > distanceTo(seen(by), room);
  }

  /**
   * Returns the highest revision that a restore with this raise is held against. The default raise
   * of a source of the present history is held only against what the record and a quorum tell: the
   * files of one host, which may be damaged or lie, refuse no default.
   */
  private long seen(long by) {
    return source.isOf(view) && by >= RestorePlan.BUMP ? seen().confirmed() : seen().highest();
  }

  /** From the revision of the source to this one and this room; not more than a long can be. */
  private long distanceTo(long revision, long room) {
    long distance = revision - source.revision().value();
    return distance > Long.MAX_VALUE - room ? Long.MAX_VALUE : distance + room;
  }

  private String raised() {
    return request.bump().isPresent()
        ? String.format(Locale.ROOT, "--bump-revision %,d", bump)
        : String.format(
            Locale.ROOT, "%s with revisions raised by %,d", source.saved().file(), bump);
  }

  private String told() {
    return isAbove(bump)
        ? "how far clients have seen is not known"
        : String.format(Locale.ROOT, "clients may have seen revision %,d already", seen(bump));
  }

  /**
   * Returns with which raise to start again: the default raise where it is enough, else a raise to
   * the same distance above the highest seen revision. Where the option does not take such a raise,
   * returns what to do about the data that tells the revision.
   */
  private String remedy() {
    long enough = distanceTo(seen(RestorePlan.BUMP), RestorePlan.BUMP);
    if (isEnough(RestorePlan.BUMP)) {
      return String.format(Locale.ROOT, "Leave --bump-revision out for %,d.", RestorePlan.BUMP);
    }
    return enough <= MajorityRecoveryRequest.HIGHEST_BUMP
        ? "Start this again with --bump-revision " + enough + "."
        : tooFar();
  }

  /** Returns what to do where no raise reaches above what somebody tells. */
  private String tooFar() {
    long reachable =
        source.revision().value() + MajorityRecoveryRequest.HIGHEST_BUMP - RestorePlan.BUMP;
    List<String> beyond = seen().confirmed() > reachable ? List.of() : seen().beyond(reachable);
    return String.format(
            Locale.ROOT,
            "No cluster gets so far by itself, and --bump-revision takes at most %,d. ",
            MajorityRecoveryRequest.HIGHEST_BUMP)
        + (beyond.isEmpty()
            ? "With --bump-revision 0 revisions are not raised: restart everything that watches or"
                + " caches keys then."
            : "What tells it is damaged or wrong: "
                + String.join("; ", beyond)
                + ". Set that aside, delete nothing, and start this again.");
  }

  private SeenRevisions seen() {
    return new SeenRevisions(view, source);
  }
}
