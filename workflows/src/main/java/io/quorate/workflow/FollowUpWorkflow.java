package io.quorate.workflow;

import io.quorate.operation.FollowUpNames;
import io.quorate.operation.Opaque;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Workflow that starts the operation that follows another operation, after the other operation has
 * closed.
 */
@WorkflowInterface
public interface FollowUpWorkflow {
  /**
   * Starts the following operation once. Leaves it out where another operation keeps the cluster.
   *
   * @param request the {@code OperationRequest} of the following operation
   * @return what was done, in a sentence
   */
  @WorkflowMethod(name = FollowUpNames.TYPE)
  String run(Opaque request);
}
