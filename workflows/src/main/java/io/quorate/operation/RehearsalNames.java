package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.Optional;

/**
 * Names of scheduled rehearsals, in Temporal's terms. Append-only: schedules and histories name
 * them.
 */
public final class RehearsalNames {
  /** The workflow type; its only argument is the cluster's key. */
  public static final String TYPE = "ScheduledRehearsal";

  /** Activity: starts the operation, unless another one runs or the cluster has an incident. */
  public static final String START = "StartRehearsal";

  /** Requester of the operations that a schedule starts. */
  public static final String REQUESTER = "rehearsal schedule";

  private static final String PREFIX = "rehearsal/";

  private RehearsalNames() {}

  /** Returns the id of a cluster's schedule. */
  public static String scheduleId(ClusterKey cluster) {
    return PREFIX + cluster;
  }

  /** Returns the cluster of a schedule of rehearsals; empty for any other schedule. */
  public static Optional<String> clusterOf(String scheduleId) {
    return scheduleId.startsWith(PREFIX)
        ? Optional.of(scheduleId.substring(PREFIX.length()))
        : Optional.empty();
  }
}
