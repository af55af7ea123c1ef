package io.quorate.etcd;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answer of one call with one answer, as a future with a limit. The limit is kept here and not sent
 * as a deadline of gRPC: the header {@code grpc-timeout} is another text in each call, and HTTP/2
 * keeps 4 KiB of such headers for each connection at both ends.
 */
final class FutureAnswer<Q, R> implements ClientResponseObserver<Q, R> {
  /**
   * Timer of all limits, with one thread. A limit that was taken back leaves the queue at once, and
   * keeps no answer alive.
   */
  private static final ScheduledThreadPoolExecutor LIMITS = limits();

  private final CompletableFuture<R> future = new CompletableFuture<>();
  private @Nullable ClientCallStreamObserver<Q> request;

  /**
   * Begins a call and returns its answer. After the limit the call is cancelled, and the future
   * fails as with a deadline of gRPC.
   */
  static <R> CompletableFuture<R> within(Duration limit, Consumer<StreamObserver<R>> call) {
    FutureAnswer<?, R> answer = new FutureAnswer<>();
    call.accept(answer);
    Future<?> late = LIMITS.schedule(answer::giveUp, limit.toNanos(), TimeUnit.NANOSECONDS);
    return answer.future.whenComplete((value, thrown) -> late.cancel(false));
  }

  private void giveUp() {
    if (future.completeExceptionally(Status.DEADLINE_EXCEEDED.asRuntimeException())
        && request != null) {
      request.cancel("the time was up", null);
    }
  }

  private static ScheduledThreadPoolExecutor limits() {
    ScheduledThreadPoolExecutor limits =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("etcd-limits").factory());
    limits.setRemoveOnCancelPolicy(true);
    return limits;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Q> call) {
    request = call;
  }

  @Override
  public void onNext(R value) {
    future.complete(value);
  }

  @Override
  public void onError(Throwable thrown) {
    future.completeExceptionally(thrown);
  }

  @Override
  public void onCompleted() {
    if (!future.isDone()) {
      future.completeExceptionally(new IllegalStateException("the call ended without an answer"));
    }
  }
}
