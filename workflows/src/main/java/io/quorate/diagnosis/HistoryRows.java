package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.HistoryConflict.Kind;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.RecordWords;
import io.quorate.cluster.RecordedMember;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
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
                    conflict.inWords()
                        + " What answers is another history: a bootstrap or a restore on the same"
                        + " names, or another cluster at these addresses. Do nothing until a"
                        + " person has said which is the real one."
                        + accept(view),
                    Optional.empty()));
  }

  static Optional<Diagnosis> shrunk(ClusterView view) {
    return view.conflict()
        .filter(conflict -> conflict.kind() == Kind.MEMBERSHIP)
        .map(
            conflict ->
                new Inconsistent(
                    DiagnosisCode.MEMBERSHIP_SHRUNK,
                    conflict.inWords()
                        + " Missing: "
                        + conflict.missing().stream()
                            .map(missing -> missing(view, missing))
                            .collect(Collectors.joining("; "))
                        + ". A member may have been forced into a cluster of its own, and"
                        + " acknowledged writes be in the others' data only. Keep that data as it"
                        + " is until a person has compared."
                        + accept(view),
                    Optional.empty()));
  }

  private static String missing(ClusterView view, RecordedMember missing) {
    return RecordWords.far(missing)
        + holder(view, missing.id())
            .map(holder -> ", its data is at the place of " + holder.name())
            .orElse(", where its data is was not seen");
  }

  private static Optional<Member> holder(ClusterView view, MemberId id) {
    return view.members().stream()
        .filter(member -> member.data().owner().filter(own -> own.member().equals(id)).isPresent())
        .findFirst();
  }

  private static String accept(ClusterView view) {
    return " If this is right: quorate record accept "
        + view.cluster()
        + view.clusterId().map(id -> " --cluster-id " + id).orElse("")
        + " --because TEXT.";
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
