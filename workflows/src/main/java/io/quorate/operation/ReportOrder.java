package io.quorate.operation;

import io.quorate.cluster.ClusterKey;

/**
 * Order to write a report beside the cluster's snapshots, where it outlives the history that it is
 * made of.
 *
 * @param kind whether the report is about an incident or about an operation without one
 * @param id {@code <cluster>.<last 8 of its first run's id>}, of the incident or of the operation
 * @param end whether the incident or operation is over; else the report is one of what happened so
 *     far, and a later report takes its place
 */
public record ReportOrder(ClusterKey cluster, Kind kind, String id, End end) {
  /** Subject of a report. */
  public enum Kind {
    INCIDENT,
    OPERATION
  }

  /** Whether more will happen. */
  public enum End {
    OVER,
    STILL_OPEN
  }
}
