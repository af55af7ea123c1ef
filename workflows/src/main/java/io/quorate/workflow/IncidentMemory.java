package io.quorate.workflow;

import io.quorate.cluster.ObservationMemory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an incident takes along when its history has grown long and it continues as new.
 *
 * @param episodes the alerts, each in the state it was last heard of
 * @param answered the episodes about which people were asked already
 */
public record IncidentMemory(
    Instant openedAt,
    ObservationMemory remembered,
    Optional<String> operation,
    String finding,
    List<Alert> episodes,
    List<String> answered) {
  public IncidentMemory {
    episodes = List.copyOf(episodes);
    answered = List.copyOf(answered);
  }
}
