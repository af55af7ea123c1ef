package io.quorate.workflow;

import io.quorate.operation.Phase;
import io.quorate.workflow.OperationProgress.WaitsFor;

/**
 * Wait of a step whose activity looks until something has happened. People see the wait and may end
 * it with {@code continue}; a parked step does not wait, and takes no {@code continue}.
 */
final class OpenWait {
  private final OperationParts parts;

  OpenWait(OperationParts parts) {
    this.parts = parts;
  }

  /** Begins the wait, unless a new run of the operation begins at the step while it is parked. */
  void begin() {
    if (parts.position().at().parked().isEmpty() || !Changes.PARKED_WAITS_REST.made()) {
      open();
    }
  }

  private void open() {
    parts.pending().takeContinue("It waits no longer.");
    parts
        .progress()
        .await(
            Phase.RUNNING,
            title() + ": " + parts.position().at().step().sentence(),
            WaitsFor.OPERATOR,
            "continue");
  }

  /** Closes the wait while the step is parked. */
  void park() {
    if (Changes.PARKED_WAITS_REST.made()) {
      parts.pending().forgetContinue();
    }
  }

  /** Begins the wait anew after a person chose to retry the step. */
  void retry() {
    if (Changes.PARKED_WAITS_REST.made()) {
      open();
    }
  }

  /** Ends the wait before the next step. */
  void pass() {
    parts.progress().enter(Phase.RUNNING, title());
  }

  private String title() {
    return parts.position().at().plan().title();
  }
}
