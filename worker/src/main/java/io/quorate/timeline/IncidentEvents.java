package io.quorate.timeline;

import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.SeenJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Events of an incident, read out of the history.
 *
 * @param closedAt when the cluster was whole, or the incident was ended in Temporal; empty while
 *     the incident is open
 * @param findings diagnoses by time, each different from the one before
 * @param notices what could not be read
 * @param looks what each look of the incident saw, the first one first
 */
public record IncidentEvents(
    Instant openedAt,
    Optional<Instant> closedAt,
    List<AlertJson> alerts,
    List<FindingJson> findings,
    List<String> notices,
    List<SeenJson> looks) {
  public IncidentEvents {
    alerts = List.copyOf(alerts);
    findings = List.copyOf(findings);
    notices = List.copyOf(notices);
    looks = List.copyOf(looks);
  }

  /** Returns what was told, with an end that the history does not have yet. */
  public IncidentEvents closedAt(Instant end) {
    return new IncidentEvents(openedAt, Optional.of(end), alerts, findings, notices, looks);
  }
}
