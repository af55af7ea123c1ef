package io.quorate.observation;

import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs calls at the same time; {@link #close} waits for all of them and throws the first exception.
 * Each call has a deadline of its own.
 */
final class ParallelCalls implements AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> calls = new ArrayList<>();

  void start(Runnable call) {
    calls.add(threads.submit(call));
  }

  @Override
  public void close() {
    try {
      for (Future<?> call : calls) {
        call.get();
      }
    } catch (InterruptedException interrupted) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      throw new Failure.Transient("the look was interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(
          "a look failed with what no port may throw", failed.getCause());
    } finally {
      threads.close();
    }
  }
}
