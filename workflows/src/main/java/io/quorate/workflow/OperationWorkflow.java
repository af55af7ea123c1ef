package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationRequest;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;

/**
 * Every operation, whatever its runbook: the workflow type that the Temporal page shows is the
 * runbook's name. Its arguments are an {@link OperationRequest} and, in a run that continues
 * another, an {@link OperationMemory}. Returns the last {@code OperationState}.
 */
public final class OperationWorkflow implements DynamicWorkflow {
  private final OperationRequest request;
  private final OperationProgress progress;
  private final OperationHandlers handlers;
  private final OperationPosition position;

  /** Handlers are there from here on: what people send before the first task ends is answered. */
  @WorkflowInit
  public OperationWorkflow(EncodedValues arguments) {
    this.request = arguments.get(0, OperationRequest.class);
    this.position = new OperationPosition(request);
    Optional<OperationMemory> memory = memory(arguments);
    this.progress =
        memory
            .map(known -> OperationProgress.of(request, known))
            .orElseGet(() -> new OperationProgress(request));
    this.handlers = new OperationHandlers(progress);
    memory.ifPresent(
        known -> {
          handlers.restore(known.asked());
          position.restore(known);
        });
    Workflow.registerListener(handlers);
  }

  /**
   * What the run before wrote down. A release that cannot read it fails the task, and loses
   * nothing, until a worker of a later release comes: without it there is nothing to go on with.
   */
  private static Optional<OperationMemory> memory(EncodedValues arguments) {
    if (arguments.getSize() < 2) {
      return Optional.empty();
    }
    Opaque written = arguments.get(1, Opaque.class);
    Optional<OperationMemory> memory = Understanding.of(written, OperationMemory.class);
    if (memory.isEmpty()) {
      throw new IllegalStateException(Understanding.needed(written));
    }
    return memory;
  }

  @Override
  public Object execute(EncodedValues arguments) {
    CancellationScope.current()
        .getCancellationRequest()
        .thenApply(
            reason -> {
              handlers.abort("Temporal's Cancel", reason == null ? "" : reason);
              return reason;
            });
    OperationParts parts = OperationParts.of(request, progress, handlers, position);
    // Detached: a Cancel is a wish to stop at a safe point, not a reason to drop a step half way.
    Workflow.newDetachedCancellationScope(() -> new Operation(parts).run()).run();
    return progress.state();
  }
}
