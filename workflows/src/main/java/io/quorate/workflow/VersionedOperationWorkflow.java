package io.quorate.workflow;

import io.temporal.common.VersioningBehavior;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.WorkflowInit;

/**
 * The operation as a versioned worker carries it out. The SDK applies a worker's default behavior
 * to typed workflows only; the tasks of a dynamic one that names none are not counted as done by
 * the build, and Temporal sends them again for ever. A worker that is not versioned must not name
 * one: Temporal refuses it.
 */
public final class VersionedOperationWorkflow implements DynamicWorkflow {
  private final OperationWorkflow operation;

  /** Begins nothing; the handlers of the operation are there from here on. */
  @WorkflowInit
  public VersionedOperationWorkflow(EncodedValues arguments) {
    this.operation = new OperationWorkflow(arguments);
  }

  @Override
  public Object execute(EncodedValues arguments) {
    return operation.execute(arguments);
  }

  @Override
  public VersioningBehavior getVersioningBehavior() {
    return VersioningBehavior.AUTO_UPGRADE;
  }
}
