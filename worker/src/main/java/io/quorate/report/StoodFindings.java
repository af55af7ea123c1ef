package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.StandingJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings of the watch that stood in an incident although its cluster may have worked: no
 * diagnosis tells of them, so the report has them from the alerts.
 *
 * @param closedAt when the incident was over; a finding that nobody said to be over ended then
 */
record StoodFindings(List<AlertJson> alerts, Optional<Instant> closedAt) {
  /** Number of findings in a headline; more are counted. */
  private static final int NAMED = 3;

  /**
   * Finding from the first alert to the end.
   *
   * @param over when it was over; empty while it stands
   */
  record Stood(StandingJson what, Instant since, Instant heardAt, Optional<Instant> over) {
    /** Returns the finding as {@code slow disk of etcd-1}. */
    String name() {
      String kind = what.kind().replace('-', ' ');
      return what.subject().isEmpty() ? kind : kind + " of " + what.subject();
    }

    /** Returns since when it stood, and for how long. */
    String span() {
      return over.map(
              end ->
                  "from "
                      + Times.clock(since)
                      + " to "
                      + Times.dated(end, Optional.of(since))
                      + ", "
                      + Amounts.time(Duration.between(since, end)))
          .orElseGet(() -> "since " + Times.clock(since) + ", and it still stands");
    }
  }

  List<Stood> all() {
    return alerts.stream().flatMap(this::stood).toList();
  }

  private Stream<Stood> stood(AlertJson alert) {
    return alert.standing().stream()
        .map(
            what ->
                new Stood(
                    what,
                    alert.startsAt(),
                    alert.heardAt(),
                    alert.resolvedAt().or(() -> closedAt)));
  }

  /** Returns the names of the findings; empty where there was none. */
  Optional<String> names() {
    List<String> names = all().stream().map(Stood::name).distinct().toList();
    String named = names.stream().limit(NAMED).collect(Collectors.joining(", "));
    int more = names.size() - NAMED;
    return Optional.of(more > 0 ? named + " and " + more + " more" : named)
        .filter(words -> !words.isEmpty());
  }

  /** Returns whether the incident was about nothing else. */
  boolean areAll() {
    return !alerts.isEmpty() && alerts.stream().allMatch(one -> one.standing().isPresent());
  }

  /** Returns when the last finding was over; empty where there was none, or one still stands. */
  Optional<Instant> over() {
    List<Stood> all = all();
    return all.stream().allMatch(one -> one.over().isPresent())
        ? all.stream().flatMap(one -> one.over().stream()).max(Comparator.naturalOrder())
        : Optional.empty();
  }
}
