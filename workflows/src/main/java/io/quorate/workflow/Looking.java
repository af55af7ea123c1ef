package io.quorate.workflow;

import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.WatchOrder;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks at the cluster of one operation through activities. */
final class Looking {
  private final OperationRequest request;

  Looking(OperationRequest request) {
    this.request = request;
  }

  /**
   * Looks at the cluster and asks the runbook; returns a recorded {@code Assessment}. A look that
   * compares the data of large databases takes up to 90 minutes, so an abort cancels the look,
   * which then fails with an {@link io.temporal.failure.ActivityFailure}.
   *
   * @param aborted returns whether the operation is aborted
   */
  Opaque look(Map<String, List<String>> options, Opaque memory, Supplier<Boolean> aborted) {
    List<Promise<Opaque>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                running.add(
                    Workflow.newUntypedActivityStub(
                            Timeouts.look("Look at the cluster and prescribe"))
                        .executeAsync(
                            OperationNames.PRESCRIBE, Opaque.class, order(options, memory))));
    scope.run();
    Promise<Opaque> answer = running.get(0);
    Workflow.await(() -> answer.isCompleted() || aborted.get());
    if (!answer.isCompleted()) {
      scope.cancel("aborted");
    }
    return answer.get();
  }

  AssessmentOrder order(Map<String, List<String>> options, Opaque memory) {
    return new AssessmentOrder(
        request.cluster(),
        request.runbook(),
        options,
        memory,
        request.known(),
        request.requestedBy(),
        Optional.of(
            OperationRequest.operationId(
                request.cluster(), Workflow.getInfo().getFirstExecutionRunId())));
  }

  /**
   * Begins to watch the cluster. The watch is one activity in the history, however long it lasts.
   */
  Watch watch(WatchOrder order) {
    List<Promise<Opaque>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                running.add(
                    Workflow.newUntypedActivityStub(Timeouts.watch())
                        .executeAsync(OperationNames.WATCH, Opaque.class, order)));
    scope.run();
    return new Watch(scope, running.get(0));
  }
}
