package io.quorate.playground;

import io.quorate.wire.LossReport;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an operation says while it restores, and what has to be true of every restored cluster. */
final class Restoring {
  private static final int PEOPLE = 2;

  private Optional<LossReport> report = Optional.empty();
  private List<ApprovalJson> approvals = List.of();

  /** Hears what the operation says now. */
  void look(ShowJson operation) {
    report = operation.report().or(() -> report);
    approvals = operation.approvals();
  }

  /**
   * Returns what differs from a restore of all members from this source, which two people approved.
   *
   * @param source as the report names it, such as {@code snapshot ...}
   */
  List<String> differences(String source, Inspection before, Inspection after) {
    List<String> differences = new ArrayList<>();
    if (after.otherIdsThan(before).size() != before.members().size()) {
      differences.add("not all members are of a new cluster: " + after.otherIdsThan(before));
    }
    String chosen = report.map(LossReport::source).orElse("nothing");
    if (!chosen.equals(source)) {
      differences.add("it was announced to go on with " + chosen + ", not with " + source);
    }
    if (approvals.stream().noneMatch(Restoring::isOfTwo)) {
      differences.add("no two people approved the restore: " + approvals);
    }
    return differences;
  }

  private static boolean isOfTwo(ApprovalJson approval) {
    return approval.needed() == PEOPLE
        && approval.typed().isPresent()
        && approval.decisions().stream().map(ShowJson.DecisionJson::by).distinct().count()
            == PEOPLE;
  }

  /** Returns the report's sentences in one text; empty where none was seen. */
  String text() {
    return report.map(one -> String.join(" ", one.lines())).orElse("");
  }
}
