package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationHold;
import io.quorate.operation.Request;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Incident of one cluster in trouble: takes alerts, says what is wrong, starts the operation that
 * answers the trouble, and closes when the cluster is whole.
 */
@WorkflowInterface
public interface IncidentWorkflow {
  /**
   * Runs until the cluster is whole; returns the incident's last state.
   *
   * @param before what the run before hands over by continue-as-new; null in a first run
   */
  @WorkflowMethod(name = IncidentNames.TYPE)
  IncidentState run(ClusterKey cluster, @Nullable IncidentMemory before);

  /**
   * Takes the alerts of one payload. A repetition of an alert by Alertmanager leaves the firing
   * episode of the alert as it was.
   */
  @SignalMethod(name = IncidentNames.ALERTS)
  void alerts(AlertGroup group);

  /** Takes a report of how an operation of this cluster ended. */
  @SignalMethod(name = IncidentNames.OPERATION_ENDED)
  void operationEnded(OperationEnd end);

  /** Takes the answer of an operation that has the cluster and waits for people. */
  @SignalMethod(name = IncidentNames.OPERATION_HOLDS)
  void operationHolds(OperationHold hold);

  /** Takes a {@code Taken}: who is on it now. It permits nothing and proposes nothing. */
  @UpdateMethod(name = IncidentNames.TAKE)
  Request.Answer take(Opaque taken);

  /** Refuses a malformed one, which then does not enter the history. */
  @UpdateValidatorMethod(updateName = IncidentNames.TAKE)
  void validateTake(Opaque taken);

  /**
   * Takes the wish of a person, an {@code AskedAgain}, to propose the runbook of the trouble again.
   * The incident asks for it, so the person may approve what is proposed.
   */
  @UpdateMethod(name = IncidentNames.ASK_AGAIN)
  Request.Answer askAgain(Opaque wish);

  /** Refuses a malformed one, which then does not enter the history. */
  @UpdateValidatorMethod(updateName = IncidentNames.ASK_AGAIN)
  void validateAskAgain(Opaque wish);

  @QueryMethod(name = IncidentNames.STATE)
  IncidentState state();
}
