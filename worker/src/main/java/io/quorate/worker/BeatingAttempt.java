package io.quorate.worker;

import io.quorate.execution.Attempt;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An attempt that tells Temporal every second that it lives, with how far it is. When Temporal says
 * that the attempt is over, nothing may be done in its name any more.
 */
final class BeatingAttempt implements Attempt, AutoCloseable {
  private static final long BEAT_MILLIS = 1000;

  /** Shorter than the heartbeat time-out, after which another attempt is begun. */
  private static final Duration FRESH = Duration.ofMillis(2500);

  private final ActivityExecutionContext context;
  private final String operation;
  private final AtomicReference<String> progress = new AtomicReference<>("begun");
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("beat").factory());
  private volatile boolean over;
  private volatile long lastBeat = System.nanoTime();

  BeatingAttempt(ActivityExecutionContext context, String operation) {
    this.context = context;
    this.operation = operation;
    var first = beats.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    assert !first.isCancelled();
  }

  private void beat() {
    try {
      context.heartbeat(progress.get());
      lastBeat = System.nanoTime();
    } catch (ActivityCompletionException calledOff) {
      over = true;
    }
  }

  @Override
  public String operation() {
    return operation;
  }

  @Override
  public void progress(String sentence) {
    progress.set(sentence);
  }

  @Override
  public boolean isFresh() {
    return System.nanoTime() - lastBeat < FRESH.toNanos();
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    beats.shutdownNow();
  }
}
