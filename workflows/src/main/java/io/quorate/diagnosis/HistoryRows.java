package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.record.RecordedMember;
import io.quorate.view.ClusterView;
import io.quorate.view.HistoryConflict.Kind;
import io.quorate.view.Member;
import io.quorate.view.OtherMajority;
import io.quorate.view.RecordWords;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rows about what contradicts the record of a cluster. No runbook answers them: which history is
 * the real one, only a person can say (docs/etcd.md#n-12).
 */
final class HistoryRows {
  private HistoryRows() {}

  static Optional<Diagnosis> otherHistory(ClusterView view) {
    return view.conflict()
        .filter(conflict -> conflict.kind() != Kind.MEMBERSHIP)
        .map(
            conflict ->
                new Inconsistent(
                    DiagnosisCode.OTHER_HISTORY,
                    conflict.inWords(),
                    " What answers is another history: a bootstrap or a restore on the same"
                        + " names, or another cluster at these addresses. Do nothing until a"
                        + " person has said which is the real one."
                        + accept(view)
                        + " If it is not: "
                        + RealHistory.restore(view)
                        + ".",
                    Optional.empty()));
  }

  static Optional<Diagnosis> shrunk(ClusterView view) {
    return view.conflict()
        .filter(conflict -> conflict.kind() == Kind.MEMBERSHIP)
        .map(
            conflict ->
                new Inconsistent(
                    DiagnosisCode.MEMBERSHIP_SHRUNK,
                    conflict.inWords(),
                    " Missing: "
                        + conflict.missing().stream()
                            .map(missing -> missing(view, missing))
                            .collect(Collectors.joining("; "))
                        + ". A member may have been forced into a cluster of its own, and"
                        + " acknowledged writes be in the others' data only. Keep that data as it"
                        + " is until a person has compared."
                        + accept(view),
                    Optional.empty()));
  }

  /**
   * Finds that the serving members have few of the places, and that most places hold the data of
   * another cluster.
   */
  static Optional<Diagnosis> strayCluster(ClusterView view) {
    return OtherMajority.in(view)
        .map(
            other ->
                new Inconsistent(
                    DiagnosisCode.STRAY_CLUSTER,
                    "%s %s as cluster %s at revision %d, and most of the configured places hold the data of another one, cluster %s"
                        .formatted(
                            Names.and(view.voting()),
                            view.voting().size() == 1 ? "serves alone" : "serve",
                            view.clusterId().map(Object::toString).orElse("?"),
                            view.highestRevision(),
                            other.cluster()),
                    ": "
                        + other.inWords()
                        + ". It looks like a member that was started empty under a known name. Keep"
                        + " all data as it is until a person has said which is the real one. If it"
                        + " is cluster "
                        + other.cluster()
                        + ": stop "
                        + Names.and(view.voting())
                        + " and keep it stopped; majority-recovery then brings back the others."
                        + view.clusterId()
                            .map(
                                here ->
                                    " If it is cluster %s: %s."
                                        .formatted(here, RealHistory.accept(view)))
                            .orElse(""),
                    Optional.empty()));
  }

  /**
   * Says what to do about members that answer as another cluster than quorum and the record; empty
   * where quorum and the record do not agree.
   */
  static Optional<String> strays(ClusterView view) {
    boolean agreed =
        view.isConfirmed()
            && view.past()
                .incarnation()
                .filter(known -> view.clusterId().filter(known.clusterId()::equals).isPresent())
                .isPresent();
    List<Member> strays =
        view.members().stream()
            .filter(member -> member.status().isPresent())
            .filter(
                member -> !view.clusterId().equals(member.status().map(MemberStatus::clusterId)))
            .toList();
    return agreed && !strays.isEmpty()
        ? Optional.of(
            " Quorum and the record agree on cluster %s, so %s %s. Stop %s on the %s first and keep it stopped: clients that reach it read and write another cluster. Its data stays as it is. Then look again: quorate status %s."
                .formatted(
                    view.clusterId().orElseThrow(),
                    Names.and(strays),
                    strays.size() == 1 ? "is a stray" : "are strays",
                    Names.and(strays),
                    strays.getFirst().words().place(),
                    view.cluster()))
        : Optional.empty();
  }

  private static String missing(ClusterView view, RecordedMember missing) {
    return RecordWords.far(missing)
        + holder(view, missing.id())
            .map(holder -> ", its data is at the place of " + holder.name())
            .orElse(", where its data is was not seen");
  }

  /**
   * Names the members that the membership lacks, each with the place of its data where that is not
   * its own place.
   */
  static String missing(ClusterView view) {
    return view.conflict().stream()
        .flatMap(conflict -> conflict.missing().stream())
        .sorted(Comparator.comparing(RecordedMember::name))
        .map(
            missing ->
                holder(view, missing.id())
                    .map(
                        holder ->
                            holder.name().equals(missing.name())
                                ? holder.name().toString()
                                : missing.name() + " (at the place of " + holder.name() + ")")
                    .orElse(missing.name() + " (not found)"))
        .collect(Collectors.joining(", "));
  }

  private static Optional<Member> holder(ClusterView view, MemberId id) {
    return view.members().stream()
        .filter(member -> member.data().owner().filter(own -> own.member().equals(id)).isPresent())
        .findFirst();
  }

  private static String accept(ClusterView view) {
    return " If this is right: " + RealHistory.accept(view) + ".";
  }

  /** Which of two clusters the record has, as a sentence after a blank; empty without a record. */
  static String real(ClusterView view) {
    return view.past()
        .incarnation()
        .map(
            known ->
                " The record has "
                    + known.clusterId()
                    + " since "
                    + Amounts.moment(known.since())
                    + ".")
        .orElse("");
  }
}
