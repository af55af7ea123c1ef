package io.quorate.client;

import io.quorate.operation.IncidentNames;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowTaskFailedEventAttributes;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Search for runs whose workflow task fails. Such a run makes no progress and answers no query,
 * though a worker polls; Temporal retries the task for ever and shows the failure in the history
 * only.
 */
public final class RunTroubles {
  private static final int LONGEST_MESSAGE = 300;

  private static final String NEW_INCIDENT =
      " After "
          + StuckIncidents.HOPELESS
          + " attempts a new incident begins with the alerts that fire, once an hour at most.";

  private final WorkflowClient client;

  RunTroubles(WorkflowClient client) {
    this.client = client;
  }

  /**
   * Returns what is wrong with the current run of a workflow id, in a sentence; empty if its
   * workflow task does not fail.
   */
  public Optional<String> of(String workflowId) {
    try {
      return of(client.newUntypedWorkflowStub(workflowId).describe().getRawDescription());
    } catch (WorkflowNotFoundException none) {
      return Optional.empty();
    }
  }

  /** Returns what is wrong with a run; empty if its workflow task does not fail. */
  Optional<String> of(DescribeWorkflowExecutionResponse run) {
    return run.getPendingWorkflowTask().getAttempt() > 1 ? cause(run) : Optional.empty();
  }

  /**
   * Returns what is wrong with a run that did not answer; empty if its workflow task does not fail.
   */
  Optional<String> of(OperationExecution execution) {
    return cause(
        client
            .newUntypedWorkflowStub(
                execution.workflowId(), Optional.of(execution.runId()), Optional.empty())
            .describe()
            .getRawDescription());
  }

  /**
   * Returns the failure of the run's workflow task. A task that only timed out has none: its worker
   * died, and another worker takes the task.
   */
  private Optional<String> cause(DescribeWorkflowExecutionResponse run) {
    var execution = run.getWorkflowExecutionInfo().getExecution();
    Optional<WorkflowTaskFailedEventAttributes> failure = Optional.empty();
    try (Stream<HistoryEvent> events =
        client.streamHistory(execution.getWorkflowId(), execution.getRunId())) {
      for (Iterator<HistoryEvent> all = events.iterator(); all.hasNext(); ) {
        HistoryEvent event = all.next();
        if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED) {
          failure = Optional.of(event.getWorkflowTaskFailedEventAttributes());
        } else if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED) {
          failure = Optional.empty();
        }
      }
    }
    int attempt = Math.max(2, run.getPendingWorkflowTask().getAttempt());
    return failure.map(last -> sentence(execution.getWorkflowId(), attempt - 1, last));
  }

  private static String sentence(
      String workflowId, int failed, WorkflowTaskFailedEventAttributes last) {
    return workflowId
        + " does not go on: its workflow task failed "
        + (failed == 1 ? "once" : failed + " times")
        + " and is tried again. The cause: "
        + shortened(innermost(last.getFailure()))
        + " Nothing is lost. "
        + advice(last.getCause())
        + (IncidentNames.isIncident(workflowId) ? NEW_INCIDENT : "");
  }

  private static String advice(WorkflowTaskFailedCause cause) {
    return cause == WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR
        ? "This worker's release cannot continue what another one began: run the release that began"
            + " it, or a newer one."
        : "The worker's log has the whole failure; a worker without that fault goes on from here.";
  }

  /**
   * Returns the message of the innermost cause: the SDK's failures around it only say where the
   * fault occurred.
   */
  private static String innermost(Failure failure) {
    Failure cause = failure;
    while (cause.hasCause() && !cause.getCause().getMessage().isBlank()) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  /** Returns a message on one line of a bounded length, with a full stop. */
  static String shortened(String message) {
    String line = message.strip().replaceAll("\\s+", " ");
    String text =
        line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "...";
    return text.isEmpty() ? "not told." : text.endsWith(".") ? text : text + ".";
  }
}
