package io.quorate.report;

import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import java.util.List;
import java.util.Optional;

/**
 * Cause of the loss, as far as Quorate saw it: what the first plan knew of voters that do not vote.
 */
final class Causes {
  private Causes() {}

  /** Returns the cause in sentences; empty where all voters voted, or nothing was wrong. */
  static Optional<String> sentence(ReportJson report) {
    List<List<String>> seen =
        report.operations().stream().map(OperationJson::causes).flatMap(Optional::stream).toList();
    if (seen.isEmpty()) {
      return report.findings().stream().anyMatch(found -> !Reports.isWhole(found))
          ? Optional.of(
              "Cause: Quorate knows no more than the diagnosis says, because it has no plan that it"
                  + " can read.")
          : Optional.empty();
    }
    return seen.stream()
        .filter(causes -> !causes.isEmpty())
        .findFirst()
        .map(causes -> "Cause, as Quorate saw it: " + String.join(" ", causes));
  }
}
