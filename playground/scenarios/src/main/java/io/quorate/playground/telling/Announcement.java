package io.quorate.playground.telling;

import io.quorate.wire.LossReport;
import io.quorate.wire.NumberOrUnknown;
import io.quorate.wire.ShowJson;
import java.util.Optional;

/** Loss that an operation announced while its question was open, so before anybody said yes. */
public final class Announcement {
  private Optional<LossReport> report = Optional.empty();

  /** Remembers the report of an operation whose question is open; the last one counts. */
  public void look(ShowJson operation) {
    if (operation.openApproval().isPresent()) {
      report = operation.report().or(() -> report);
    }
  }

  /** Returns the announced loss; none without a report, because only a recovery has one. */
  public Verdict.LossJson loss() {
    return report
        .map(one -> new Verdict.LossJson(one.possiblyLost(), one.certainlyLost(), one.source()))
        .orElse(
            new Verdict.LossJson(
                new NumberOrUnknown(Optional.of(0L)), new NumberOrUnknown(Optional.of(0L)), null));
  }

  /** Returns the report in one text; empty without one. */
  public String text() {
    return report.map(one -> String.join(" ", one.lines())).orElse("");
  }
}
