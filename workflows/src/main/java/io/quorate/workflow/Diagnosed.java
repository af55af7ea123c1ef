package io.quorate.workflow;

import io.quorate.cluster.ObservationMemory;
import java.util.Optional;

/**
 * What is wrong with a cluster, for its incident.
 *
 * @param verdict whether anything has to be done
 * @param runbook the runbook of this version that answers it, if there is one
 */
public record Diagnosed(
    String name,
    String sentence,
    Verdict verdict,
    Optional<String> runbook,
    ObservationMemory remembered) {
  /** Whether the incident may close. */
  public enum Verdict {
    WHOLE,
    IN_TROUBLE
  }
}
