package io.quorate.worker.activity;

import io.quorate.operation.DatedMemory;
import io.quorate.port.Failure;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Heartbeat of a look or a watch. The heartbeat carries what the looks so far remember, so that the
 * attempt after a worker's death still knows since when a member is silent. A watch sends one every
 * five minutes, and one when the phase of its workflow has changed, because the change may end the
 * watch.
 */
final class WatchHeartbeat implements AutoCloseable {
  /** A pause of a watch that waits for something in the next minutes. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private final ActivityExecutionContext context;
  private final Function<String, Optional<String>> marks;
  private final AtomicReference<DatedMemory> remembered;
  private final CompletableFuture<ActivityCompletionException> over = new CompletableFuture<>();
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("watch-beat").factory());

  private Optional<String> mark = Optional.empty();

  /**
   * Begins to send.
   *
   * @param marks text for a workflow's id that differs after each change of its phase
   */
  WatchHeartbeat(
      ActivityExecutionContext context,
      DatedMemory before,
      Function<String, Optional<String>> marks) {
    this.context = context;
    this.marks = marks;
    this.remembered = new AtomicReference<>(before);
    long every = BeatPace.of(context.getInfo()).every().toMillis();
    var first = beats.scheduleAtFixedRate(this::beat, 0, every, TimeUnit.MILLISECONDS);
    assert !first.isCancelled();
  }

  private Optional<String> mark() {
    return Optional.ofNullable(context.getInfo().getWorkflowId()).flatMap(marks);
  }

  private void beat() {
    try {
      context.heartbeat(remembered.get());
    } catch (ActivityCompletionException calledOff) {
      over.complete(calledOff);
    }
  }

  DatedMemory remembered() {
    return Objects.requireNonNull(remembered.get());
  }

  void remember(DatedMemory looked) {
    remembered.set(looked);
  }

  /** Whether nobody needs the look any more. */
  boolean isOver() {
    return over.isDone();
  }

  /** Waits until the next look is due; throws once nobody needs the watch. */
  void pause(Duration time) {
    Optional<ActivityCompletionException> calledOff;
    try {
      calledOff = Optional.of(over.get(time.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException due) {
      calledOff = Optional.empty();
    } catch (InterruptedException stopped) {
      // The flag stays clear: with it the SDK could not tell Temporal that the watch is free.
      throw new Failure.Transient("the worker is stopping", stopped);
    } catch (java.util.concurrent.ExecutionException never) {
      throw new IllegalStateException("the heartbeat never fails", never);
    }
    if (calledOff.isEmpty()) {
      calledOff = atAnotherPhase(time.compareTo(SOON) <= 0);
    }
    if (calledOff.isPresent()) {
      throw calledOff.get();
    }
  }

  /** An incident has no other phase while it is open, so a watch in a hurry asks each time. */
  private Optional<ActivityCompletionException> atAnotherPhase(boolean inHurry) {
    Optional<String> now = mark();
    if (inHurry || !now.equals(mark)) {
      mark = now;
      beat();
    }
    return over.isDone() ? Optional.of(over.join()) : Optional.empty();
  }

  @Override
  public void close() {
    beats.shutdownNow();
  }
}
