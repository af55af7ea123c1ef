package io.quorate.workflow;

import io.quorate.operation.OperationRequest;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Long waits of an operation. Once the history is long, a wait continues in a new run, which takes
 * along all that the operation knows; Temporal ends a run at about 50,000 events.
 */
record Waits(
    OperationRequest request,
    OperationProgress progress,
    OperationHandlers handlers,
    OperationPosition position) {
  void until(Supplier<Boolean> so) {
    Workflow.await(() -> so.get() || isLong());
    if (!so.get()) {
      goOnInANewRun();
    }
  }

  /**
   * Waits until the condition holds, or until the limit is over.
   *
   * @param what the wait is for, as Temporal's page shows it
   */
  void until(Duration limit, String what, Supplier<Boolean> so) {
    Timers.await(limit, what, () -> so.get() || isLong());
    if (!so.get() && isLong()) {
      goOnInANewRun();
    }
  }

  /**
   * Continues the operation in a new run if its history is long; called between two steps, where no
   * activity is under way.
   */
  void safePoint() {
    if (isLong()) {
      goOnInANewRun();
    }
  }

  private boolean isLong() {
    return Timers.isLong(position.limits().events());
  }

  private void goOnInANewRun() {
    Workflow.await(Workflow::isEveryHandlerFinished);
    Workflow.continueAsNew(request, position.memory(progress, handlers));
  }
}
