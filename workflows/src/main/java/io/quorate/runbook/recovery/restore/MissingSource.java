package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reason why there is no source to restore, in sentences of a refusal: the snapshot that was named
 * is none, or nothing is left.
 *
 * @param histories the ids of the history that is lost, see {@link RestorePrescription}
 */
record MissingSource(ClusterView view, MajorityRecoveryRequest request, Set<ClusterId> histories) {
  /** Most snapshots that are told one by one. */
  private static final int MOST = 3;

  String sentence() {
    return request.snapshot().map(this::named).orElseGet(this::left);
  }

  private String named(String file) {
    return Stream.concat(view.sources().stream(), view.unusableSources().stream())
        .filter(source -> source.saved().file().equals(file))
        .findFirst()
        .map(this::objection)
        .orElseGet(() -> "There is no file " + file + " among the snapshots." + choice());
  }

  /** The first reason why this snapshot, which is kept, is no source. */
  private String objection(RestoreSource source) {
    String file = source.saved().file();
    if (!source.isForeign() && !histories.contains(source.saved().clusterId())) {
      return "%s is of cluster id %s, and %s.".formatted(file, source.saved().clusterId(), notIts())
          + choice();
    }
    return source
        .unusable()
        .map(why -> "%s must not be restored: %s.".formatted(file, why.words()) + choice())
        .orElseGet(
            () ->
                "%s (%s) is none of those that --from %s takes: leave --from out."
                    .formatted(file, source.origin(), from()));
  }

  private String from() {
    return request.from().map(From::words).orElse("");
  }

  /** Why the id of a snapshot is not that of the history that is lost. */
  private String notIts() {
    return view.clusterId()
        .map(
            id ->
                "this cluster %s %s: another history, of which nothing is restored"
                    .formatted(view.source().isAnswered() ? "has" : "last had", id))
        .orElse("which id this cluster has is not known, so nobody can tell whether it is its own");
  }

  private String choice() {
    return " Choose another one: quorate snapshots %s lists all with their cluster ids%s."
        .formatted(
            view.cluster(),
            request.dataIsWrong().isPresent()
                ? ""
                : ", and without --snapshot the furthest is taken");
  }

  /** The snapshots that only a trial speaks against, and how to have another one. */
  private String marked() {
    return view.unusableSources().stream()
        .filter(one -> histories.contains(one.saved().clusterId()))
        .filter(RestoreSource::isMarkedByTrial)
        .sorted(Comparator.comparing(RestoreSource::revision).reversed())
        .limit(MOST)
        .map(
            one ->
                " %s is marked bad: %s. To have it tried again, before anybody is asked: quorate start majority-recovery %s --snapshot %s."
                    .formatted(
                        one.saved().file(),
                        one.unusable().map(SnapshotFlaw::words).orElse(""),
                        view.cluster(),
                        one.saved().file()))
        .collect(Collectors.joining());
  }

  /** Snapshots of a future of this cluster that was given up; a person may name one. */
  private Optional<String> givenUp() {
    List<String> files =
        RaftOrder.of(
                view.sources().stream()
                    .filter(one -> histories.contains(one.saved().clusterId()))
                    .filter(one -> view.past().isGivenUp(one.saved()))
                    .toList())
            .reversed()
            .stream()
            .limit(MOST)
            .map(
                one ->
                    "%s (%s, revision %s)"
                        .formatted(
                            one.saved().file(),
                            Amounts.moment(one.saved().savedAt()),
                            one.revision()))
            .toList();
    return view.clusterId()
        .flatMap(view.past()::parted)
        .filter(since -> !files.isEmpty())
        .map(
            since ->
                " What is kept was saved before %s, when another future of this cluster id was accepted: %s. It has nothing that was written since. Whoever wants it all the same names it: quorate start majority-recovery %s --snapshot ID"
                    .formatted(Amounts.moment(since), String.join("; ", files), view.cluster()));
  }

  private String left() {
    Optional<String> givenUp = givenUp();
    if (givenUp.isPresent() && view.sources().stream().noneMatch(view::isOwn)) {
      return "No data of a member and no snapshot of the history of now is left to restore from."
          + givenUp.get()
          + marked();
    }
    if (view.sources().stream().anyMatch(one -> histories.contains(one.saved().clusterId()))) {
      return "Nothing that --from %s takes is left: leave --from out.".formatted(from());
    }
    String others =
        view.sources().stream()
            .filter(source -> !source.isForeign())
            .map(source -> source.saved().clusterId().toString())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return "No data of a member and no snapshot is left to restore from."
        + marked()
        + " If a disk of a member or a snapshot exists elsewhere, put it back or into the snapshot"
        + " store, then start this again. A file that has no entry there is taken only where"
        + " --snapshot FILE names it."
        + (others.isEmpty()
            ? ""
            : " What is kept is of cluster id %s, and %s; whoever wants it restores it by hand."
                .formatted(others, notIts()));
  }

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
          .filter(here -> isOlder(here, source))
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

    /** Whether the etcd of a place, as far as it is known, is of an older minor than a snapshot. */
    static boolean isOlder(Member place, RestoreSource source) {
      return place.installation().isOlderThan(source.saved().version());
    }
  }
}
