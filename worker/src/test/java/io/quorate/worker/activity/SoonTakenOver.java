package io.quorate.worker.activity;

import io.temporal.activity.ActivityOptions;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.time.Duration;

/**
 * Workflows whose activities another worker takes over soon, without the life of a worker, which
 * frees them in the release. There their own time-out is 15 minutes; an activity takes the pace of
 * its heartbeats from whatever time it was scheduled with, so nothing but the wait is shorter here.
 */
final class SoonTakenOver extends WorkerInterceptorBase {
  /** Time without a heartbeat. */
  private final Duration after;

  SoonTakenOver(Duration after) {
    this.after = after;
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new WorkflowInboundCallsInterceptorBase(next) {
      @Override
      public void init(WorkflowOutboundCallsInterceptor calls) {
        super.init(new Activities(calls));
      }
    };
  }

  private final class Activities extends WorkflowOutboundCallsInterceptorBase {
    Activities(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> asked) {
      return super.executeActivity(
          new ActivityInput<>(
              asked.getActivityName(),
              asked.getResultClass(),
              asked.getResultType(),
              asked.getArgs(),
              ActivityOptions.newBuilder(asked.getOptions()).setHeartbeatTimeout(after).build(),
              asked.getHeader()));
    }
  }
}
