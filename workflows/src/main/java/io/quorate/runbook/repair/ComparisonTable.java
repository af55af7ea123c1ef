package io.quorate.runbook.repair;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataComparison;
import io.quorate.data.DataComparison.KeyHash;
import io.quorate.plan.Columns;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The comparisons of a view as a table for people. */
record ComparisonTable(ClusterView view) {
  /** A head and one line for each member, after a line break. */
  String text() {
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
