package io.quorate.operation;

import io.quorate.cluster.ClusterKey;

/**
 * Subject of a notifier: an operation or an incident, as the chain of runs that begins with one run
 * and goes on over continue-as-new and Temporal's reset.
 *
 * @param id how people name it: {@code payments.5f0c2d11}, {@code incident/payments.0a1b2c3d}
 * @param firstRunId the run id the chain began with
 */
public record NotifierSubject(
    Kind kind, ClusterKey cluster, String id, String workflowId, String firstRunId) {
  /** Kind of a subject; names are append-only. */
  public enum Kind {
    /** An operation; its state is an {@link OperationState}. */
    OPERATION,
    /** An incident; its state is an {@link IncidentState}. */
    INCIDENT
  }
}
