package io.quorate.workflow;

import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;

/**
 * Every operation, whatever its runbook: the workflow type that the Temporal page shows is the
 * runbook's name. Returns the last {@link OperationState}.
 */
public final class OperationWorkflow implements DynamicWorkflow {
  private final OperationRequest request;
  private final Journal journal;
  private final Desk desk;

  /** The desk opens here: what people send before the first step of the workflow is answered. */
  @WorkflowInit
  public OperationWorkflow(EncodedValues arguments) {
    this.request = arguments.get(0, OperationRequest.class);
    this.journal = new Journal(request);
    this.desk = new Desk(journal);
    Workflow.registerListener(desk);
  }

  @Override
  public Object execute(EncodedValues arguments) {
    CancellationScope.current()
        .getCancellationRequest()
        .thenApply(
            reason -> {
              desk.abort("Temporal's Cancel", reason == null ? "" : reason);
              return reason;
            });
    // Detached: a Cancel is a wish to stop at a safe point, not a reason to drop a step half way.
    Workflow.newDetachedCancellationScope(() -> new Operation(request, journal, desk).run()).run();
    return journal.state();
  }
}
