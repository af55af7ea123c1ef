package io.quorate.client;

import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.OperationState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Notice that people could not be told about an operation. The operation itself knows nothing of
 * it: its notifier's heartbeat does, and Temporal shows that without a worker.
 */
final class NotifierTrouble {
  private final WorkflowClient client;

  NotifierTrouble(WorkflowClient client) {
    this.client = client;
  }

  /** The state with the notice, when there is something to say. */
  OperationState noticed(OperationState state) {
    return trouble(state.operation())
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

  private Optional<String> trouble(String operation) {
    try {
      return client
          .newUntypedWorkflowStub(NotifierNames.workflowId(operation))
          .describe()
          .getRawDescription()
          .getPendingActivitiesList()
          .stream()
          .flatMap(activity -> progress(activity).stream())
          .flatMap(progress -> progress.trouble().stream())
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
                    activity.getHeartbeatDetails().getPayloads(0),
                    NotifierProgress.class,
                    NotifierProgress.class))
        : Optional.empty();
  }
}
