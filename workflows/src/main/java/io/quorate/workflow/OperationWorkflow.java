package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationRequest;
import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ApplicationFailure;
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
  private final Optional<Opaque> unread;
  private final OperationRequest request;
  private final OperationProgress progress;
  private final OperationHandlers handlers;
  private final OperationPosition position;

  /** Handlers are there from here on: what people send before the first task ends is answered. */
  @WorkflowInit
  public OperationWorkflow(EncodedValues arguments) {
    this.request = request(arguments.get(0, Opaque.class));
    this.position = new OperationPosition(request);
    Optional<Opaque> written =
        arguments.getSize() < 2 ? Optional.empty() : Optional.of(arguments.get(1, Opaque.class));
    Optional<OperationMemory> memory =
        written.flatMap(known -> Understanding.of(known, OperationMemory.class));
    this.unread = memory.isPresent() ? Optional.empty() : written;
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
    Workflow.newDetachedCancellationScope(() -> run(parts)).run();
    return progress.state();
  }

  private void run(OperationParts parts) {
    if (unread.isPresent()) {
      new UnreadMemory(request, unread.get(), progress, handlers).park();
    } else {
      new Operation(parts).run();
    }
  }

  /** Nothing was begun yet: whoever asked for what cannot be read is told so. */
  private static OperationRequest request(Opaque written) {
    return OpaqueValues.known(written, OperationRequest.class)
        .orElseThrow(
            () ->
                ApplicationFailure.newNonRetryableFailure(
                    Understanding.needed(written), FailureTypes.FAULT));
  }
}
