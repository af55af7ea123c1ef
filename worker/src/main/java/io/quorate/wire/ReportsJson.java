package io.quorate.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate incidents -o json}: incidents, and operations without one, the newest
 * first.
 *
 * @param notice the common causes of many incidents, and why some incidents may be missing; null
 *     when there is nothing to say
 */
public record ReportsJson(List<RowJson> incidents, Optional<String> notice) {
  public ReportsJson {
    incidents = List.copyOf(incidents);
  }

  /** Returns the list with a sentence beside it. */
  public ReportsJson noticing(String sentence) {
    return new ReportsJson(
        incidents, Optional.of(notice.map(other -> sentence + "\n" + other).orElse(sentence)));
  }

  /**
   * One incident in a line.
   *
   * @param kind {@code incident}, or {@code operation} for one that had no incident
   * @param closedAt null while it is open
   * @param operations how many operations there were
   */
  public record RowJson(
      String incident,
      String kind,
      String cluster,
      String headline,
      Instant openedAt,
      Optional<Instant> closedAt,
      int operations) {
    public static RowJson of(ReportJson report) {
      return new RowJson(
          report.incident(),
          report.kind(),
          report.cluster(),
          report.headline(),
          report.openedAt(),
          report.closedAt(),
          report.operations().size());
    }
  }
}
