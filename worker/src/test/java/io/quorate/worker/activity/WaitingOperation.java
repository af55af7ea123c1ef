package io.quorate.worker.activity;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState;
import io.quorate.recording.Attempts;
import io.quorate.step.Hazard;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** An operation whose only step waits for a condition that does not come true. */
@WorkflowInterface
public interface WaitingOperation {
  String TYPE = "RollingRestart";

  @WorkflowMethod(name = TYPE)
  OperationState run(OperationRequest request);

  @QueryMethod(name = OperationNames.STATE)
  OperationState state();

  /** The step's activity. */
  @ActivityInterface
  interface Step {
    @ActivityMethod(name = "StopMember")
    void stopMember();
  }

  /** Every attempt says since when it waits, and fails because the condition is not true yet. */
  final class Waits implements Step {
    static final AtomicReference<Instant> SINCE = new AtomicReference<>(Instant.EPOCH);

    @Override
    public void stopMember() {
      Activity.getExecutionContext()
          .heartbeat(Attempts.NONE.after(FailureTypes.NOT_YET, SINCE.get(), SINCE.get()));
      throw ApplicationFailure.newFailure(
          "etcd-1 does not vote at this moment", FailureTypes.NOT_YET);
    }
  }

  /** Runs it. */
  final class Execution implements WaitingOperation {
    private final Instant at = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    private final Step step =
        Workflow.newActivityStub(
            Step.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofMinutes(1))
                .setRetryOptions(
                    RetryOptions.newBuilder().setMaximumInterval(Duration.ofSeconds(1)).build())
                .build());
    private Optional<OperationRequest> request = Optional.empty();

    @Override
    public OperationState run(OperationRequest asked) {
      request = Optional.of(asked);
      step.stopMember();
      return state();
    }

    @Override
    public OperationState state() {
      OperationRequest asked = request.orElseThrow();
      return new OperationState(
          OperationRequest.operationId(
              asked.cluster(), Workflow.getInfo().getFirstExecutionRunId()),
          asked.cluster(),
          asked.runbook(),
          asked.title(),
          asked.requestedBy(),
          at,
          Phase.RUNNING,
          "Restart etcd-0, etcd-1 and etcd-2",
          at,
          1,
          Optional.empty(),
          Optional.empty(),
          List.of(
              new StepState(
                  "stop-member",
                  "Stop etcd-1 and keep it stopped",
                  Hazard.REVERSIBLE,
                  StepState.Progress.RUNNING,
                  Optional.of(at),
                  Optional.empty(),
                  Optional.empty())),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          asked.requester(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }
}
