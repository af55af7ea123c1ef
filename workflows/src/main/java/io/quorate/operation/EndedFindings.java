package io.quorate.operation;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Sentences;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Findings of the watch in the words of the incident that has closed, whose cluster worked. */
public final class EndedFindings {
  /** Number of findings in words; more are counted. */
  private static final int NAMED = 3;

  private final Map<String, Instant> overAt = new HashMap<>();

  /** Notes a word about a finding, at the time at which it came; other alerts are left out. */
  public void note(Alert alert, Instant now) {
    if (alert.firing() || alert.isUntold()) {
      overAt.remove(alert.episode());
    } else if (alert.standing().isPresent()) {
      overAt.putIfAbsent(alert.episode(), now);
    }
  }

  /**
   * Returns what the findings among these alerts were, since when and for how long, those that are
   * over first; empty text where the alerts have no finding.
   */
  public String words(List<Alert> alerts, Instant now) {
    List<Alert> findings =
        alerts.stream()
            .filter(one -> one.standing().isPresent())
            .sorted(Comparator.comparing(Alert::isUntold))
            .toList();
    String named =
        findings.stream()
            .limit(NAMED)
            .flatMap(alert -> alert.standing().stream().map(what -> words(alert, what, now)))
            .collect(Collectors.joining(" "));
    List<Alert> more = findings.stream().skip(NAMED).toList();
    long untold = more.stream().filter(Alert::isUntold).count();
    return named
        + counted(more.size() - untold, " is over, too.", " are over, too.")
        + counted(
            untold,
            " still stands, and nobody is told of it.",
            " still stand, and nobody is told of them.");
  }

  private static String counted(long number, String ofOne, String ofMany) {
    return number == 0
        ? ""
        : " " + Amounts.count(number, "other finding") + (number == 1 ? ofOne : ofMany);
  }

  private String words(Alert alert, Alert.Standing what, Instant now) {
    String since = "since " + UtcTime.minutes(alert.startsAt(), now) + " UTC";
    return "The finding "
        + what.kind()
        + (what.subject().isEmpty() ? "" : " of " + what.subject())
        + what.untold()
            .filter(any -> alert.isUntold())
            .map(why -> " still stands and is " + why + ". It has stood " + since + " and says: ")
            .orElseGet(() -> " is over. It stood " + time(alert, what, since, now))
        + Sentences.ended(Sentences.small(what.sentence()));
  }

  private String time(Alert alert, Alert.Standing what, String since, Instant now) {
    return end(alert, what, now)
        .map(end -> Amounts.time(Duration.between(alert.startsAt(), end)))
        .map(time -> "for " + time + ", " + since + ", and said: ")
        .orElse(since + " and said: ");
  }

  /** Returns when the finding ended; empty where an earlier run of the incident heard it. */
  private Optional<Instant> end(Alert alert, Alert.Standing what, Instant now) {
    return alert.firing()
        ? Optional.of(what.until().isBefore(now) ? what.until() : now)
        : Optional.ofNullable(overAt.get(alert.episode()));
  }
}
