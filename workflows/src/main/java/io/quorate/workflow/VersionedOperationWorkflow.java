package io.quorate.workflow;

import io.temporal.common.VersioningBehavior;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.WorkflowInit;

/**
 * Workflow of an operation on a versioned worker. The SDK applies a worker's default versioning
 * behavior to typed workflows only. When a dynamic workflow names no behavior, Temporal does not
 * count its tasks as completed by the build and sends them again for ever. A worker without
 * versioning must not name one: Temporal refuses it.
 */
public final class VersionedOperationWorkflow implements DynamicWorkflow {
  private final OperationWorkflow operation;

  /** Registers the handlers of the operation; nothing else runs yet. */
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
