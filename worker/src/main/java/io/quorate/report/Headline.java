package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Headline of a report: the worst diagnosis or, where the cluster was whole, what the watch found,
 * then the time without writes, and the end.
 */
record Headline(
    StoodFindings stood,
    List<FindingJson> findings,
    List<OperationJson> operations,
    List<OutageJson> outages,
    Instant openedAt,
    Optional<Instant> closedAt) {

  String sentence() {
    List<String> parts = new ArrayList<>();
    parts.add(worst());
    outages().forEach(outage -> parts.add(writes(outage)));
    parts.add(
        operations.size() == 1
            ? "1 operation, " + operations.getFirst().timeline().state()
            : Amounts.count(operations.size(), "operation"));
    Remains.ofWrites(operations).ifPresent(parts::add);
    parts.add(
        closedAt
            .map(at -> "over after " + Amounts.time(Duration.between(openedAt, at)))
            .orElse("still open"));
    return String.join("; ", parts);
  }

  /** Returns the first diagnosis under which no write succeeds, else the first trouble. */
  private String worst() {
    Optional<FindingJson> trouble =
        findings.stream().filter(found -> !Reports.isWhole(found)).findFirst();
    return findings.stream()
        .filter(found -> found.writes().equals("impossible"))
        .findFirst()
        .or(() -> trouble)
        .map(found -> found.name().replace('-', ' '))
        .or(stood::names)
        .orElseGet(
            () ->
                operations.isEmpty()
                    ? "the cluster was whole"
                    : operations.getFirst().timeline().title());
  }

  private static String writes(OutageJson outage) {
    return outage
        .to()
        .map(to -> "no writes for " + Amounts.time(Duration.between(outage.from(), to)))
        .orElse("no writes");
  }
}
