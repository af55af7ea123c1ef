package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.plan.StepResult;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong at which step, by the step's name: failures in turn, or a step that takes long.
 */
final class Faults {
  /** So long a test waits at most for what it lets happen itself. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final Map<String, Deque<ApplicationFailure>> failures = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> silences = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> reached = new ConcurrentHashMap<>();
  private volatile @Nullable ApplicationFailure whenCalledOff;

  /** The next attempts of this step fail so, before any effect. */
  void fail(String step, int times, ApplicationFailure failure) {
    Deque<ApplicationFailure> queue = failures.computeIfAbsent(step, any -> new ArrayDeque<>());
    for (int time = 0; time < times; time++) {
      queue.add(failure);
    }
  }

  /** The workers of the next attempts fall silent, before any effect. */
  void silence(String step, int times) {
    silences.put(step, new AtomicInteger(times));
  }

  /** A held step that is called off fails so. */
  void failWhenCalledOff(ApplicationFailure failure) {
    whenCalledOff = failure;
  }

  /** The step does not end before {@link #release}. */
  void hold(String step) {
    reached.put(step, new CountDownLatch(1));
    held.put(step, new CountDownLatch(1));
  }

  void awaitReached(String step) throws InterruptedException {
    CountDownLatch latch = reached.get(step);
    if (latch == null || !latch.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(step + " was not reached");
    }
  }

  void release(String step) {
    CountDownLatch latch = held.remove(step);
    if (latch != null) {
      latch.countDown();
    }
  }

  StepResult around(String step, Supplier<StepResult> effect) {
    ApplicationFailure failure = next(step);
    if (failure != null) {
      throw failure;
    }
    AtomicInteger silent = silences.get(step);
    if (silent != null && silent.getAndDecrement() > 0) {
      Activity.getExecutionContext().doNotCompleteOnReturn();
      return StepResult.done("nobody hears this");
    }
    CountDownLatch latch = held.get(step);
    if (latch != null) {
      linger(step, latch);
    }
    return effect.get();
  }

  private synchronized ApplicationFailure next(String step) {
    Deque<ApplicationFailure> queue = failures.get(step);
    return queue == null ? null : queue.poll();
  }

  private void linger(String step, CountDownLatch latch) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    reached.get(step).countDown();
    try {
      while (!latch.await(200, TimeUnit.MILLISECONDS)) {
        context.heartbeat(step);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw ApplicationFailure.newFailure("interrupted", FailureTypes.TRANSIENT);
    } catch (ActivityCompletionException calledOff) {
      ApplicationFailure failure = whenCalledOff;
      throw failure == null ? calledOff : failure;
    }
  }
}
