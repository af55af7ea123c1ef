package io.quorate.operation;

import io.quorate.cluster.ClusterKey;

/**
 * Names of an incident's workflow type and messages in Temporal. Append-only: histories name them.
 */
public final class IncidentNames {
  /** The workflow type; its only argument is the {@link ClusterKey}. */
  public static final String TYPE = "Incident";

  /** Signal: an {@link AlertGroup}, the alerts of one payload about this cluster. */
  public static final String ALERTS = "alerts";

  /** Signal: an operation of this cluster has ended; its argument is an {@link OperationEnd}. */
  public static final String OPERATION_ENDED = "operationEnded";

  /** Signal: an {@link OperationHold}: an operation that waits for people keeps the cluster. */
  public static final String OPERATION_HOLDS = "operationHolds";

  /** Update: a {@link Taken}, answered by a {@link Request.Answer}. */
  public static final String TAKE = "take";

  /** Update: an {@link AskedAgain}, answered by a {@link Request.Answer}. */
  public static final String ASK_AGAIN = "askAgain";

  /** Query: {@link IncidentState}. */
  public static final String STATE = "state";

  private static final String PREFIX = "incident/";

  private IncidentNames() {}

  public static String workflowId(ClusterKey cluster) {
    return PREFIX + cluster;
  }

  /**
   * Returns the id by which people, and notifiers, know one incident.
   *
   * @param firstRunId the run id that the incident began with
   */
  public static String subject(ClusterKey cluster, String firstRunId) {
    return PREFIX + OperationRequest.operationId(cluster, firstRunId);
  }

  /** Returns whether a workflow id is that of an incident. */
  public static boolean isIncident(String workflowId) {
    return workflowId.startsWith(PREFIX);
  }
}
