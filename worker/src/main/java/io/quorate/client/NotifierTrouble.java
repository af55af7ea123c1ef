package io.quorate.client;

import com.google.protobuf.Timestamp;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationState;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.PendingWorkflowTaskInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Notice that people could not be told about an operation. The operation does not know of the
 * trouble; its notifier's heartbeat does, and Temporal shows that heartbeat without a worker. A
 * notifier that was closed before its operation tells nobody any more; a notifier that never began
 * tells nobody yet.
 */
final class NotifierTrouble {
  private final WorkflowClient client;

  NotifierTrouble(WorkflowClient client) {
    this.client = client;
  }

  /** Returns the state, with a notice when people could not be told. */
  OperationState noticed(OperationState state) {
    return of(state.operation(), state.phase().ended())
        .map(Trouble::because)
        .map(
            because -> {
              List<String> notices = new ArrayList<>(state.notices());
              notices.add(
                  "People could not be told: "
                      + because
                      + (because.endsWith(".") ? "" : ".")
                      + " The operation goes on; `quorate approve` works.");
              return state.noticed(notices);
            })
        .orElse(state);
  }

  /**
   * Trouble of a notifier.
   *
   * @param since when people could not be told first; empty where the notifier does not say it
   */
  record Trouble(String because, Optional<Instant> since) {}

  /**
   * Returns why people cannot be told of a subject; empty where they can, or where nobody is told.
   *
   * @param subject id of an operation or incident
   * @param ended whether the subject has ended, so that its notifier may be closed
   */
  Optional<Trouble> of(String subject, boolean ended) {
    String notifier = NotifierNames.workflowId(subject);
    try {
      WorkflowExecutionDescription seen = client.newUntypedWorkflowStub(notifier).describe();
      Optional<Trouble> closed =
          (ended ? Optional.<String>empty() : closed(notifier, seen.getStatus()))
              .map(because -> new Trouble(because, Optional.ofNullable(seen.getCloseTime())));
      return closed.or(
          () ->
              Stream.concat(
                      seen.getRawDescription().getPendingActivitiesList().stream()
                          .flatMap(activity -> trouble(activity, seen.getStartTime()).stream()),
                      new RunTroubles(client)
                          .of(seen.getRawDescription()).stream()
                              .map(why -> new Trouble(why, Optional.of(stuckSince(seen)))))
                  .findFirst());
    } catch (WorkflowNotFoundException nobodyIsTold) {
      return Optional.empty();
    }
  }

  /** Returns since when the workflow task of a notifier waits, which Temporal's server tells. */
  private static Instant stuckSince(WorkflowExecutionDescription seen) {
    PendingWorkflowTaskInfo task = seen.getRawDescription().getPendingWorkflowTask();
    Timestamp at = task.getOriginalScheduledTime();
    return task.hasOriginalScheduledTime()
        ? Instant.ofEpochSecond(at.getSeconds(), at.getNanos())
        : seen.getStartTime();
  }

  /**
   * Returns the trouble that the heartbeat of the notifier tells. A notifier without a heartbeat
   * never began, and the failure of its last attempt is the trouble.
   */
  private Optional<Trouble> trouble(PendingActivityInfo activity, Instant startedAt) {
    boolean begun = activity.hasHeartbeatDetails() || activity.getAttempt() < 2;
    return begun || !activity.hasLastFailure()
        ? progress(activity)
            .flatMap(
                progress ->
                    progress
                        .trouble()
                        .map(because -> new Trouble(because, progress.failingSince())))
        : Optional.of(
            new Trouble(
                "the notifier fails before its first message, attempt %d. The cause: %s"
                    .formatted(
                        activity.getAttempt() - 1,
                        RunTroubles.shortened(activity.getLastFailure().getMessage())),
                Optional.of(startedAt)));
  }

  /**
   * Returns why a closed notifier is trouble. A completed one is none: it completes early only
   * where no channel is configured, and then there is nobody to tell.
   */
  private static Optional<String> closed(String notifier, WorkflowExecutionStatus status) {
    return switch (status) {
      case WORKFLOW_EXECUTION_STATUS_FAILED,
          WORKFLOW_EXECUTION_STATUS_CANCELED,
          WORKFLOW_EXECUTION_STATUS_TERMINATED,
          WORKFLOW_EXECUTION_STATUS_TIMED_OUT ->
          Optional.of(
              "the workflow "
                  + notifier
                  + " is closed; start it again with Temporal's reset: temporal workflow reset"
                  + " --workflow-id "
                  + notifier
                  + " --type FirstWorkflowTask --reason \"tell people again\".");
      default -> Optional.empty();
    };
  }

  /**
   * Returns how far the notifier of a subject has come; empty where nobody is told, and where it
   * has ended, which its heartbeat does not outlive.
   */
  Optional<NotifierProgress> progress(String subject) {
    try {
      return client
          .newUntypedWorkflowStub(NotifierNames.workflowId(subject))
          .describe()
          .getRawDescription()
          .getPendingActivitiesList()
          .stream()
          .flatMap(activity -> progress(activity).stream())
          .findFirst();
    } catch (WorkflowNotFoundException nobodyIsTold) {
      return Optional.empty();
    }
  }

  private Optional<NotifierProgress> progress(PendingActivityInfo activity) {
    return activity.hasHeartbeatDetails() && activity.getHeartbeatDetails().getPayloadsCount() > 0
        ? Optional.ofNullable(
                client
                    .getOptions()
                    .getDataConverter()
                    .fromPayload(
                        activity.getHeartbeatDetails().getPayloads(0), Opaque.class, Opaque.class))
            .flatMap(written -> OpaqueValues.known(written, NotifierProgress.class))
        : Optional.empty();
  }
}
