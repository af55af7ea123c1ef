package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.ReportOrder;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Report of the incident whose code calls this, or of an operation without an incident. A report is
 * written on a best effort: a store that is away keeps no incident open for longer than the limit.
 * The gateway makes a missing report out of the history, for as long as Temporal keeps the history.
 */
final class IncidentReport {
  private final ClusterKey cluster;
  private Optional<Promise<String>> last = Optional.empty();

  IncidentReport(ClusterKey cluster) {
    this.cluster = cluster;
  }

  /**
   * Writes the report of an incident that goes on, and waits for nothing. Temporal forgets the
   * histories of operations while an incident may stay open for weeks.
   */
  void soFar(Duration limit) {
    begin(ReportOrder.End.STILL_OPEN, limit);
  }

  /**
   * Writes the report of an incident that is about to close; one of what happened so far is waited
   * for, so that it does not come last.
   *
   * @param isOver whether something else needs attention: then nothing is waited for
   */
  void atClose(Duration limit, Supplier<Boolean> isOver) {
    Workflow.await(() -> isCompleted() || isOver.get());
    if (isCompleted()) {
      begin(ReportOrder.End.OVER, limit);
      Workflow.await(() -> isCompleted() || isOver.get());
    }
  }

  /** Returns whether no writing is under way. */
  boolean isCompleted() {
    return last.map(Promise::isCompleted).orElse(true);
  }

  private void begin(ReportOrder.End end, Duration limit) {
    String id = OperationRequest.operationId(cluster, Workflow.getInfo().getFirstExecutionRunId());
    last =
        Optional.of(writing(new ReportOrder(cluster, ReportOrder.Kind.INCIDENT, id, end), limit));
  }

  /** Writes the report of an operation that has ended, and waits until the limit is over. */
  static void ofOperation(ClusterKey cluster, String operation, Duration limit) {
    writing(
            new ReportOrder(cluster, ReportOrder.Kind.OPERATION, operation, ReportOrder.End.OVER),
            limit)
        .get();
  }

  /** Waits until no writing is under way; each has its limit. */
  void await() {
    Workflow.await(this::isCompleted);
  }

  /** Starts the writing. A failure of it is logged, and is none of the caller. */
  private static Promise<String> writing(ReportOrder order, Duration limit) {
    return Workflow.newUntypedActivityStub(Timeouts.report(limit))
        .executeAsync(ReportActivities.WRITE, String.class, order)
        .handle((written, failure) -> failure == null ? written : missing(order, failure));
  }

  /** Logs that a report is missing; a worker that was lost with its attempt logged nothing. */
  private static String missing(ReportOrder order, RuntimeException failure) {
    Workflow.getLogger(IncidentReport.class)
        .warn(
            "The report {} is not written: {}. The gateway makes it out of the history while"
                + " Temporal has that.",
            order.id(),
            failure.toString());
    return "";
  }
}
