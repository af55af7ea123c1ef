package io.quorate.etcd;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Answer of one call with one answer, as a future. */
final class FutureAnswer<R> implements StreamObserver<R> {
  private final CompletableFuture<R> future = new CompletableFuture<>();

  /** Begins a call and returns its answer. */
  static <R> CompletableFuture<R> to(Consumer<StreamObserver<R>> call) {
    FutureAnswer<R> answer = new FutureAnswer<>();
    call.accept(answer);
    return answer.future;
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
