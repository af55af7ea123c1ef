package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.workflow.OperationProgress.WaitsFor;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * Operation that continues in a new run whose release cannot read what the run before recorded. The
 * operation parks; a retry hands the unread memory to one more run, which a worker of the needed
 * release can carry on.
 */
record UnreadMemory(
    OperationRequest request, Opaque written, OperationProgress progress, PendingRequests pending) {
  /** Parks the operation; returns when the operation is aborted, and what was done stays. */
  void park() {
    progress.open();
    String because = PayloadReader.needed(written) + ", then retry";
    progress.await(Phase.PARKED, because, WaitsFor.OPERATOR, "retry or abort");
    progress.offer(
        List.of(
            new Choice("retry", "read it again, by the worker that is there then"),
            new Choice("abort", "end here; what is done stays")),
        Optional.empty());
    Workflow.await(() -> pending.choice().isPresent() || pending.aborted().isPresent());
    Workflow.await(Workflow::isEveryHandlerFinished);
    if (pending.aborted().isEmpty()) {
      Workflow.continueAsNew(request, written);
    }
    Request by = pending.aborted().orElseThrow();
    progress.enter(
        Phase.ABORTED,
        End.abortedBy(by) + " What it had done stays and was not looked at: " + because + ".");
  }
}
