package io.quorate.client;

import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowQueryRejectedException;
import io.temporal.common.converter.DataConverterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Calls to Temporal with a deadline that holds. The SDK by itself retries for up to a minute while
 * Temporal is away, and waits longer still for workers; here a call is given up, and its thread
 * interrupted, when its deadline has passed. This class alone maps the SDK's exceptions to
 * outcomes.
 */
public final class TemporalCalls implements AutoCloseable {
  private static final int AT_ONCE = 16;
  private static final int LONGEST_REASON = 200;

  /** How many causes of an exception are followed. */
  private static final int DEPTH = 20;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Runs the call with a deadline. */
  public <T> Outcome<T> within(Duration limit, Callable<T> call) {
    return all(limit, List.of(call)).get(0);
  }

  /**
   * Runs a call that does not go to Temporal, with a deadline.
   *
   * @param whom the party that is asked, as the sentence of a missed answer names it
   */
  public <T> Outcome<T> asking(String whom, Duration limit, Callable<T> call) {
    return all(whom, limit, List.of(call)).get(0);
  }

  /** Runs the calls at the same time with one deadline; the outcomes keep the calls' order. */
  public <T> List<Outcome<T>> all(Duration limit, List<Callable<T>> calls) {
    return all("Temporal", limit, calls);
  }

  private <T> List<Outcome<T>> all(String whom, Duration limit, List<Callable<T>> calls) {
    Semaphore turns = new Semaphore(AT_ONCE);
    List<Callable<T>> polite = calls.stream().map(call -> inTurn(turns, call)).toList();
    List<Outcome<T>> outcomes = new ArrayList<>();
    try {
      for (Future<T> future : threads.invokeAll(polite, limit.toMillis(), TimeUnit.MILLISECONDS)) {
        outcomes.add(outcome(whom, future, limit));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      outcomes.clear();
      calls.forEach(call -> outcomes.add(stopping()));
    }
    return outcomes;
  }

  ExecutorService threads() {
    return threads;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static <T> Callable<T> inTurn(Semaphore turns, Callable<T> call) {
    return () -> {
      turns.acquire();
      try {
        return call.call();
      } finally {
        turns.release();
      }
    };
  }

  private static <T> Outcome<T> outcome(String whom, Future<T> future, Duration limit)
      throws InterruptedException {
    try {
      return new Outcome.Done<>(future.get());
    } catch (CancellationException e) {
      return Outcome.missed(
          Outcome.Reason.UNREACHABLE,
          whom + " did not answer within " + Deadlines.words(limit) + ".");
    } catch (ExecutionException e) {
      return missed(whom, e.getCause() == null ? e : e.getCause());
    }
  }

  private static <T> Outcome<T> missed(String whom, Throwable problem) {
    if (isUnread(problem)) {
      return Outcome.missed(
          Outcome.Reason.NO_WORKER,
          "A later release of Quorate answered with something that this one cannot read; ask with"
              + " that release.");
    }
    if (problem instanceof WorkflowNotFoundException) {
      return Outcome.missed(Outcome.Reason.UNKNOWN, "Temporal has no such execution running.");
    }
    if (problem instanceof WorkflowQueryException
        || problem instanceof WorkflowQueryRejectedException) {
      return Outcome.missed(
          Outcome.Reason.NO_WORKER, "The worker could not answer: " + rootOf(problem) + ".");
    }
    if (problem instanceof Error fault) {
      throw fault;
    }
    return Outcome.missed(
        Outcome.Reason.UNREACHABLE, whom + " cannot be used right now: " + rootOf(problem) + ".");
  }

  /** Returns whether the answer was there, and this release could not decode it. */
  private static boolean isUnread(Throwable problem) {
    Throwable cause = problem;
    for (int depth = 0; depth < DEPTH && cause != null; depth++) {
      if (cause instanceof DataConverterException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  static <T> Outcome<T> stopping() {
    return Outcome.missed(Outcome.Reason.UNREACHABLE, "The gateway is stopping.");
  }

  /**
   * Returns the innermost message of an exception, on one line of at most 200 characters: people
   * read it.
   */
  public static String rootOf(Throwable problem) {
    Throwable root = problem;
    for (int depth = 0; depth < DEPTH && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    String message = root.getMessage();
    String line = message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
    String clean = line.strip().replaceAll("\\s+", " ");
    return clean.length() <= LONGEST_REASON ? clean : clean.substring(0, LONGEST_REASON) + "...";
  }
}
