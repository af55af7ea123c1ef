package io.quorate.workflow;

import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.OperationHold;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * What an operation that waits for people does when the incident of its cluster wants to start
 * another one: it ends where it is parked and changed nothing; else the incident is told what has
 * the cluster.
 */
final class OperationHolds {
  private OperationHolds() {}

  /** Returns the wish that ends a parked operation; empty where it goes on waiting. */
  static Optional<IncidentWish> ends(OperationProgress progress, PendingRequests pending) {
    return pending
        .wanted()
        .filter(wish -> progress.phase() == Phase.PARKED && !progress.effects().any());
  }

  /** Tells the incident that wants the cluster, if the operation waits for people and keeps it. */
  static void tell(OperationProgress progress, PendingRequests pending) {
    boolean waits = progress.phase() == Phase.PARKED || progress.phase() == Phase.PAUSED;
    if (!waits || pending.wanted().isEmpty() || ends(progress, pending).isPresent()) {
      return;
    }
    OperationState state = progress.state();
    List<String> verbs =
        state.phase() == Phase.PAUSED
            ? List.of("continue", "abort")
            : state.choices().stream().map(Choice::verb).toList();
    OperationHold hold =
        new OperationHold(
            state.cluster(),
            progress.operation(),
            state.runbook(),
            state.phase().words(),
            state.because(),
            verbs);
    try {
      Workflow.newUntypedExternalWorkflowStub(IncidentNames.workflowId(state.cluster()))
          .signal(IncidentNames.OPERATION_HOLDS, hold);
    } catch (SignalExternalWorkflowException | TemporalFailure nobody) {
      Workflow.getLogger(OperationHolds.class).debug("no incident waits for {}", state.operation());
    }
  }
}
