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
 * Says what an operation does when an incident or a person wants to start another operation on the
 * cluster. An operation that follows another operation by itself makes way, and so does a
 * rehearsal. A parked operation that changed nothing ends. In every other case the incident is told
 * which operation has the cluster.
 */
final class OperationHolds {
  private OperationHolds() {}

  /** Returns the wish that ends a parked operation; empty where it goes on waiting. */
  static Optional<IncidentWish> ends(OperationProgress progress, PendingRequests pending) {
    return pending
        .wanted()
        .filter(wish -> progress.phase() == Phase.PARKED && !progress.effects().any());
  }

  /**
   * Aborts an operation that makes way and has changed nothing. Nobody waits for such an operation,
   * but somebody waits for the cluster.
   */
  static void makeWay(OperationProgress progress, PendingRequests pending) {
    OperationState state = progress.state();
    boolean onlyLooks = state.steps().stream().noneMatch(step -> step.hazard().mutates());
    if (state.makesWay() && onlyLooks && !progress.effects().any()) {
      pending.wanted().ifPresent(wish -> pending.abort("Quorate", "it makes way. " + wish.cause()));
    }
  }

  /**
   * Answers a wish: tells the incident what keeps the cluster, or that no wait of people does. An
   * incident that was told of a hold by an earlier run of the operation learns so that it is over.
   */
  static void answer(OperationProgress progress, PendingRequests pending) {
    if (waits(progress)) {
      tell(progress, pending);
    } else if (!progress.phase().ended()) {
      send(progress, List.of());
    }
  }

  /** Tells the incident that wants the cluster, if the operation waits for people and keeps it. */
  static void tell(OperationProgress progress, PendingRequests pending) {
    if (!waits(progress) || pending.wanted().isEmpty() || ends(progress, pending).isPresent()) {
      return;
    }
    pending.noteHold(true);
    send(
        progress,
        progress.phase() == Phase.PAUSED
            ? List.of("continue", "abort")
            : progress.state().choices().stream().map(Choice::verb).toList());
  }

  /** Tells the incident that the operation goes on, if it was told that the operation waits. */
  static void over(OperationProgress progress, PendingRequests pending) {
    if (pending.isHoldTold()) {
      pending.noteHold(false);
      send(progress, List.of());
    }
  }

  private static boolean waits(OperationProgress progress) {
    return progress.phase() == Phase.PARKED || progress.phase() == Phase.PAUSED;
  }

  private static void send(OperationProgress progress, List<String> verbs) {
    OperationState state = progress.state();
    OperationHold hold =
        new OperationHold(
            state.cluster(),
            progress.operation(),
            state.runbook(),
            state.phase().words(),
            state.because(),
            verbs,
            progress.effects().any());
    try {
      Workflow.newUntypedExternalWorkflowStub(IncidentNames.workflowId(state.cluster()))
          .signal(IncidentNames.OPERATION_HOLDS, hold);
    } catch (SignalExternalWorkflowException | TemporalFailure nobody) {
      Workflow.getLogger(OperationHolds.class).debug("no incident waits for {}", state.operation());
    }
  }
}
