package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.runbook.recovery.MajorityRecoveryRequest.From;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
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
        .map(why -> "%s must not be restored: %s.".formatted(file, why) + choice())
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
                        one.unusable().orElse(""),
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
}
