package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reason why there is no source to restore: the snapshot that was named is none, or nothing is
 * left.
 *
 * @param histories the ids of the history that is lost, see {@link RestorePrescription}
 */
record MissingSource(ClusterView view, MajorityRecoveryRequest request, Set<ClusterId> histories) {
  /** Largest number of snapshots that the sentence names singly. */
  private static final int MOST = 3;

  Reason reason() {
    return request.snapshot().map(this::named).orElseGet(this::left);
  }

  private Reason named(String file) {
    return Stream.concat(view.sources().stream(), view.unusableSources().stream())
        .filter(source -> source.saved().file().equals(file))
        .findFirst()
        .map(this::objection)
        .orElseGet(() -> notTaken("There is no file " + file + " among the snapshots."));
  }

  /** The first reason why this snapshot, which is kept, is no source. */
  private Reason objection(RestoreSource source) {
    String file = source.saved().file();
    if (!source.isForeign() && !histories.contains(source.saved().clusterId())) {
      return notTaken(
          "%s is of cluster id %s, and %s.".formatted(file, source.saved().clusterId(), notIts()));
    }
    return source
        .unusable()
        .map(why -> notTaken("%s must not be restored: %s.".formatted(file, why.words())))
        .orElseGet(
            () ->
                RecoveryReason.OPTIONS_DISAGREE.because(
                    "%s (%s) is none of those that --from %s takes."
                        .formatted(file, source.origin(), from()),
                    "Leave --from out."));
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

  /** Returns the reason why a named snapshot is not restored, with how to choose another one. */
  private Reason notTaken(String why) {
    return RecoveryReason.SNAPSHOT_NOT_TAKEN.because(
        why,
        "Choose another one: quorate snapshots %s lists all with their cluster ids%s."
            .formatted(
                view.cluster(),
                request.dataIsWrong().isPresent()
                    ? ""
                    : ", and without --snapshot the furthest is taken"));
  }

  /** The snapshots that only a trial speaks against, and how to have another one. */
  private Stream<String> marked() {
    return view.unusableSources().stream()
        .filter(one -> histories.contains(one.saved().clusterId()))
        .filter(RestoreSource::isMarkedByTrial)
        .sorted(Comparator.comparing(RestoreSource::revision).reversed())
        .limit(MOST)
        .map(
            one ->
                "%s is marked bad: %s. To have it tried again: %s"
                    .formatted(
                        one.saved().file(),
                        one.unusable().map(SnapshotFlaw::words).orElse(""),
                        restoring(one.saved().file())));
  }

  private String restoring(String file) {
    return Wording.start(view, MajorityRecoveryRequest.NAME, "--snapshot " + file);
  }

  /**
   * The reason where only snapshots of a future of this cluster are left that was given up; a
   * person may name one.
   */
  private Optional<Reason> givenUp() {
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
                RecoveryReason.NOTHING_TO_RESTORE.because(
                    "What is kept was saved before %s, when another history was accepted, and has nothing written since."
                        .formatted(Amounts.moment(since)),
                    Stream.concat(
                            Stream.of(
                                "Only if that loss is accepted, name one of %s: %s"
                                    .formatted(String.join("; ", files), restoring("ID"))),
                            marked())
                        .toList()));
  }

  private Reason left() {
    Optional<Reason> givenUp = givenUp();
    if (givenUp.isPresent() && view.sources().stream().noneMatch(view::isOwn)) {
      return givenUp.get();
    }
    if (view.sources().stream().anyMatch(one -> histories.contains(one.saved().clusterId()))) {
      return RecoveryReason.OPTIONS_DISAGREE.because(
          "Nothing that --from %s takes is left.".formatted(from()), "Leave --from out.");
    }
    String others =
        view.sources().stream()
            .filter(source -> !source.isForeign())
            .map(source -> source.saved().clusterId().toString())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return RecoveryReason.NOTHING_TO_RESTORE.because(
        others.isEmpty()
            ? "No data of a member and no snapshot is left to restore from."
            : "What is kept is of cluster id %s, and %s.".formatted(others, notIts()),
        Stream.concat(
                marked(),
                Stream.of(
                    "Put a member's disk back, or a snapshot into the store.",
                    "A file without an entry needs --snapshot FILE."))
            .toList());
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
                      RecoveryReason.SNAPSHOT_TOO_NEW.because(
                          "%s is of etcd %s, and %s would be started on it with %s."
                              .formatted(source.saved().file(), from, place.name(), own),
                          "Let %s start with %s (its binary, or the release it is linked to)."
                              .formatted(place.name(), from.line()),
                          "Or name a snapshot of %s with --snapshot, which loses what came after it."
                              .formatted(own.line()))));
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
                      RecoveryReason.RECORD_UNREADABLE.because(
                          "The record of the cluster cannot be read: %s. It tells which cluster ids were used."
                              .formatted(why),
                          "Mend the place of the snapshots, then start this again.",
                          "Only if the record is lost for good, rename its folder (record, beside the snapshots of %s; delete nothing)."
                              .formatted(view.cluster()))));
    }

    /** Whether the etcd of a place, as far as it is known, is of an older minor than a snapshot. */
    static boolean isOlder(Member place, RestoreSource source) {
      return place.installation().isOlderThan(source.saved().version());
    }
  }
}
