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
 * Workflow of every operation, whatever its runbook: the workflow type that the Temporal page shows
 * is the runbook's name. Its arguments are an {@link OperationRequest} and, in a run that continues
 * another, an {@link OperationMemory}. Its result is the last {@code OperationState}.
 */
public final class OperationWorkflow implements DynamicWorkflow {
  private final Optional<Opaque> unread;
  private final OperationRequest request;
  private final OperationProgress progress;
  private final OperationHandlers handlers;
  private final OperationPosition position;

  /**
   * Registers the handlers, so that messages which arrive before the first workflow task are
   * answered.
   */
  @WorkflowInit
  public OperationWorkflow(EncodedValues arguments) {
    this.request = PayloadReader.request(arguments.get(0, Opaque.class));
    this.position = new OperationPosition(request);
    Optional<Opaque> written =
        arguments.getSize() < 2 ? Optional.empty() : Optional.of(arguments.get(1, Opaque.class));
    Optional<OperationMemory> memory =
        written.flatMap(known -> PayloadReader.of(known, OperationMemory.class));
    this.unread = memory.isPresent() ? Optional.empty() : written;
    this.progress =
        memory
            .map(known -> OperationProgress.of(request, known))
            .orElseGet(() -> new OperationProgress(request));
    this.handlers = new OperationHandlers(progress, position);
    memory.ifPresent(
        known -> {
          handlers.restore(known.asked());
          position.restore(known);
        });
    Workflow.registerListener(handlers);
  }

  @Override
  public Object execute(EncodedValues arguments) {
    CancellationScope.current()
        .getCancellationRequest()
        .thenApply(
            reason -> {
              handlers.pending().abort("Temporal's Cancel", reason == null ? "" : reason);
              return reason;
            });
    OperationParts parts = OperationParts.of(request, progress, handlers, position);
    // The scope is detached: a Cancel asks for a stop at a safe point and must not cut off a
    // running step.
    Workflow.newDetachedCancellationScope(() -> run(parts)).run();
    return progress.state();
  }

  private void run(OperationParts parts) {
    if (unread.isPresent()) {
      new UnreadMemory(request, unread.get(), progress, handlers.pending()).park();
    } else {
      new Operation(parts).run();
    }
  }
}
