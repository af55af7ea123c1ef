package io.quorate.worker.activity;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets all calls through but heartbeats, which fail as they do when a server is overloaded. */
final class FailingHeartbeats implements ClientInterceptor {
  volatile boolean fail;
  final AtomicInteger failed = new AtomicInteger();

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    if (fail
        && method
            .getFullMethodName()
            .equals(
                WorkflowServiceGrpc.getRecordActivityTaskHeartbeatMethod().getFullMethodName())) {
      failed.incrementAndGet();
      throw Status.UNAVAILABLE.withDescription("heartbeats are not taken").asRuntimeException();
    }
    return next.newCall(method, options);
  }
}
