package io.quorate.worker;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;

/**
 * Makes terminated runs readable for queries. The SDK (1.38) fails the replay of a history that
 * ends with {@code WorkflowExecutionTerminated}, so people would never be told how an operation
 * stood when somebody terminated it. The event changes no state of a workflow and is left out of
 * tasks that are queries. Histories of more than one page are left as they are.
 */
final class TerminatedRuns implements ClientInterceptor {
  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onMessage(A message) {
                super.onMessage(readable(message));
              }
            },
            headers);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <A> A readable(A message) {
    return message instanceof PollWorkflowTaskQueueResponse task
        ? (A) withoutTermination(task)
        : message;
  }

  /** Returns the task, without its last event where the task is a query of a terminated run. */
  static PollWorkflowTaskQueueResponse withoutTermination(PollWorkflowTaskQueueResponse task) {
    History history = task.getHistory();
    int last = history.getEventsCount() - 1;
    boolean terminated =
        task.hasQuery()
            && last > 0
            && history.getEvents(last).getEventType()
                == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED;
    return terminated
        ? task.toBuilder().setHistory(history.toBuilder().removeEvents(last)).build()
        : task;
  }
}
