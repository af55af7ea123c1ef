package io.quorate.worker.activity;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.api.workflowservice.v1.RecordActivityTaskHeartbeatRequest;
import io.temporal.api.workflowservice.v1.RecordActivityTaskHeartbeatResponse;
import io.temporal.client.WorkflowClient;
import java.util.concurrent.TimeUnit;

/**
 * Heartbeats of one activity attempt, each answered by the server or known not to be. The SDK's own
 * {@link ActivityExecutionContext#heartbeat} cannot tell: it holds beats back, sends them later
 * from a thread of its own, and only logs when the server does not take them.
 */
final class ServerHeartbeat {
  /**
   * Deadline of one heartbeat: shorter than the time for which a heartbeat counts, so that the next
   * one can still arrive in time.
   */
  private static final long DEADLINE_MILLIS = 1_500;

  private final WorkflowClient client;
  private final ActivityInfo info;

  ServerHeartbeat(ActivityExecutionContext context) {
    this.client = context.getWorkflowClient();
    this.info = context.getInfo();
  }

  /** Result of one heartbeat. */
  enum Outcome {
    /** The server has the heartbeat, and the attempt goes on. */
    ACKNOWLEDGED,
    /** The server did not answer: whether the server has the heartbeat is unknown. */
    UNANSWERED,
    /** The attempt was cancelled, timed out or paused, or its workflow has ended. */
    OVER
  }

  /** Sends one heartbeat and waits for its answer, for 1.5 s at most. */
  Outcome send(Object details) {
    try {
      RecordActivityTaskHeartbeatResponse answer =
          client
              .getWorkflowServiceStubs()
              .blockingStub()
              .withDeadlineAfter(DEADLINE_MILLIS, TimeUnit.MILLISECONDS)
              .recordActivityTaskHeartbeat(request(details));
      boolean over =
          answer.getCancelRequested() || answer.getActivityPaused() || answer.getActivityReset();
      return over ? Outcome.OVER : Outcome.ACKNOWLEDGED;
    } catch (StatusRuntimeException refused) {
      return switch (refused.getStatus().getCode()) {
        case NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION -> Outcome.OVER;
        default -> Outcome.UNANSWERED;
      };
    }
  }

  private RecordActivityTaskHeartbeatRequest request(Object details) {
    RecordActivityTaskHeartbeatRequest.Builder request =
        RecordActivityTaskHeartbeatRequest.newBuilder()
            .setNamespace(info.getNamespace())
            .setIdentity(client.getOptions().getIdentity())
            .setTaskToken(ByteString.copyFrom(info.getTaskToken()));
    client.getOptions().getDataConverter().toPayloads(details).ifPresent(request::setDetails);
    return request.build();
  }
}
