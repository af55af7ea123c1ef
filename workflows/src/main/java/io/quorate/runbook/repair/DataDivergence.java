package io.quorate.runbook.repair;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataComparison;
import io.quorate.cluster.DataComparison.KeyHash;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.plan.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The voter that has other data than the rest, by the comparisons of a view (docs/etcd.md#corrupt).
 * Two comparisons, at two revisions, have to agree.
 */
final class DataDivergence {
  private final ClusterView view;
  private final List<MemberName> voters;

  /**
   * The divergence among these voters.
   *
   * @param voters the voters to compare, without one that is out already
   */
  DataDivergence(ClusterView view, List<MemberName> voters) {
    this.view = view;
    this.voters = voters;
  }

  /** Result of the comparisons. */
  sealed interface Finding {}

  /** All voters have equal data. */
  record Equal() implements Finding {}

  /** Exactly one member differs from all others, which are a quorum. */
  record OneOdd(MemberName odd, List<MemberName> right) implements Finding {}

  /** The comparisons do not tell whose data is right; the sentence says why. */
  record Undecided(String because) implements Finding {}

  Finding finding() {
    Optional<String> silent = silent();
    if (silent.isPresent()) {
      return new Undecided(silent.get());
    }
    if (!view.comparisons().stream().allMatch(DataComparison::isComparable)) {
      return new Undecided(
          "The voters have not compacted at the same revision, so their hashes cannot be compared."
              + " One that lags comes to it by itself; look again in a minute.");
    }
    Finding first = judged(view.comparisons().get(0));
    List<Finding> later = view.comparisons().stream().skip(1).map(this::judged).toList();
    // An older revision may not hold the write that differs; a later one holds all that an older
    // one does.
    boolean confirmed = later.stream().allMatch(one -> one.equals(first) || one instanceof Equal);
    return confirmed
        ? first
        : new Undecided("Two comparisons, at two revisions, do not say the same.");
  }

  private Optional<String> silent() {
    for (DataComparison comparison : view.comparisons()) {
      for (MemberName voter : voters) {
        if (!comparison.hashes().containsKey(voter)) {
          return Optional.of(
              "The data of "
                  + voter
                  + " cannot be compared ("
                  + comparison.silences().getOrDefault(voter, "it was not asked")
                  + "), and who is right is told only by comparing all.");
        }
      }
    }
    return Optional.empty();
  }

  private Finding judged(DataComparison comparison) {
    List<List<MemberName>> groups = comparison.groups(voters);
    if (groups.size() == 1) {
      return new Equal();
    }
    List<MemberName> largest = groups.get(0);
    List<MemberName> others = groups.stream().skip(1).flatMap(List::stream).sorted().toList();
    if (largest.size() < view.quorum().size()) {
      return new Undecided(
          "No quorum of the voters has the same data ("
              + inGroups(groups)
              + "): nobody can tell by counting who is right.");
    }
    return others.size() == 1
        ? new OneOdd(others.get(0), largest)
        : new Undecided(
            MemberName.inWords(others)
                + " differ from the others. Quorate replaces one member, not "
                + others.size()
                + ": find out first why they differ.");
  }

  private static String inGroups(List<List<MemberName>> groups) {
    return groups.stream().map(MemberName::inWords).collect(Collectors.joining(" against "));
  }

  /** The comparisons for people: a head and one line for each member. */
  String evidence() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("MEMBER", "VERSION", "REVISION"));
    view.comparisons().forEach(one -> head.add("HASH AT " + one.at()));
    head.addAll(List.of("COMPACTED", "DB", ""));
    rows.add(head);
    view.voters().forEach(voter -> rows.add(row(voter)));
    return "\n" + String.join("\n", Columns.lines(rows));
  }

  private List<String> row(Member voter) {
    Optional<MemberStatus> status = voter.status();
    List<String> row = new ArrayList<>();
    row.add(voter.name().value());
    row.add(status.map(said -> said.version().toString()).orElse("-"));
    row.add(status.map(said -> said.revision().toString()).orElse("-"));
    for (DataComparison comparison : view.comparisons()) {
      row.add(hash(comparison, voter).map(KeyHash::toString).orElse("-"));
    }
    row.add(
        view.comparisons().stream()
            .flatMap(one -> hash(one, voter).stream())
            .map(said -> said.compactedAt().toString())
            .findFirst()
            .orElse("-"));
    row.add(status.map(said -> Amounts.mebibytes(said.dbSizeBytes())).orElse("-"));
    row.add(remarks(voter));
    return row;
  }

  private static Optional<KeyHash> hash(DataComparison comparison, Member voter) {
    return Optional.ofNullable(comparison.hashes().get(voter.name()));
  }

  private String remarks(Member voter) {
    List<String> remarks = new ArrayList<>();
    if (view.leader().filter(voter::equals).isPresent()) {
      remarks.add("leads");
    }
    if (isNamed(voter)) {
      remarks.add("named by the alarm");
    }
    return String.join(", ", remarks);
  }

  private boolean isNamed(Member voter) {
    return view.alarms().stream()
        .filter(alarm -> alarm.kind() == Alarm.Kind.CORRUPT)
        .anyMatch(alarm -> alarm.member().filter(voter::hasId).isPresent());
  }
}
