package io.quorate.head;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Sentences;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import io.quorate.operation.UtcTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Head of one incident: the finding, the answer to it, and the alerts that fire. */
record HeadOfIncident(IncidentState state, Instant now, Optional<Reach> reach) {

  Head head() {
    String finding = state.finding().strip();
    String opened = UtcTime.minutes(state.openedAt(), now);
    String open =
        "Incident since "
            + opened
            + (now.isAfter(state.openedAt())
                ? ", " + Amounts.time(Duration.between(state.openedAt(), now))
                : "")
            + ".";
    String first =
        Sentences.ended(state.cluster() + ": " + Sentences.small(Sentences.first(finding)));
    String rest = Sentences.rest(finding);
    String title =
        state.cluster() + (state.open() ? ": incident since " : ": the closed incident of ");
    return new Head(
        title + opened,
        Sentences.joined(first, fail(), rest),
        Sentences.joined(state.doing()),
        "",
        alerts(),
        Sentences.joined(
            state.open() ? open : "The incident is closed.",
            reach.map(known -> known.sentence(now)).orElse("")),
        Head.push(List.of(first, fail(), rest), state.doing(), ""));
  }

  private String fail() {
    return state
        .writesFailSince()
        .map(since -> "All writes fail since " + UtcTime.minutes(since, now) + ".")
        .orElse("");
  }

  private String alerts() {
    String firing =
        state.alerts().stream()
            .filter(Alert::firing)
            .map(Alert::name)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return firing.isEmpty() ? "No alert fires." : "Alerts that fire: " + firing + ".";
  }
}
