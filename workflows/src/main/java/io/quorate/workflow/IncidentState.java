package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The incident of a cluster as people see it.
 *
 * @param finding what is wrong, in a sentence; what it does about it
 * @param operation the operation it started or follows, if any
 */
public record IncidentState(
    ClusterKey cluster,
    Instant openedAt,
    boolean open,
    String finding,
    Optional<String> operation,
    List<Alert> alerts) {
  public IncidentState {
    alerts = List.copyOf(alerts);
  }

  /** State of an incident that was ended from outside, in Temporal, while it was open. */
  public IncidentState cutOff(String how) {
    return open
        ? new IncidentState(
            cluster,
            openedAt,
            false,
            "The incident was " + how + " in Temporal. The last finding was: " + finding,
            operation,
            alerts)
        : this;
  }
}
