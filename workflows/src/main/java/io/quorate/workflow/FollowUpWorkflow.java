package io.quorate.workflow;

import io.quorate.operation.FollowUpNames;
import io.quorate.operation.Opaque;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Workflow that starts what follows an operation, once that operation has left the cluster. */
@WorkflowInterface
public interface FollowUpWorkflow {
  /**
   * Starts the operation once, or leaves it out while another one has the cluster.
   *
   * @param request the {@code OperationRequest} of what follows
   * @return what was done, in a sentence
   */
  @WorkflowMethod(name = FollowUpNames.TYPE)
  String run(Opaque request);
}
