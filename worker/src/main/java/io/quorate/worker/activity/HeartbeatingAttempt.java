package io.quorate.worker.activity;

import io.quorate.execution.Attempt;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.port.Failure;
import io.quorate.recording.Attempts;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityWorkerShutdownException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempt that sends a heartbeat every second, with its progress. An attempt is fresh only while
 * the server acknowledges its heartbeats (docs/adr/0003-permit-that-expires.md); a heartbeat counts
 * from when it was sent. When Temporal says that the attempt is over, nothing may be done in its
 * name any more.
 */
final class HeartbeatingAttempt implements Attempt, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatingAttempt.class);
  private static final long BEAT_MILLIS = 1000;

  /**
   * How long an acknowledged heartbeat keeps the attempt fresh: shorter than the heartbeat
   * time-out, after which another attempt is begun.
   */
  private static final Duration FRESH = Duration.ofMillis(2500);

  /** Longest time before its time-out at which an attempt that still runs counts as cut off. */
  private static final Duration NEAR_THE_END = Duration.ofSeconds(5);

  private final ActivityExecutionContext context;
  private final ServerHeartbeat heartbeat;
  private final String operation;
  private final Attempts before;
  private final AtomicReference<Attempts> told;
  private final Thread thread = Thread.currentThread();
  private final Lock sdk = new ReentrantLock();
  private boolean interrupting;
  private boolean interrupted;
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("beat").factory());
  private volatile boolean over;
  private volatile boolean acknowledged;
  private volatile boolean handedOn;
  private volatile long lastBeat;
  private final long began = System.nanoTime();

  HeartbeatingAttempt(ActivityExecutionContext context, String operation) {
    this.context = context;
    this.heartbeat = new ServerHeartbeat(context);
    this.operation = operation;
    this.before = handedOn(context);
    this.told = new AtomicReference<>(before);
    beat();
    var first =
        beats.scheduleAtFixedRate(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    assert !first.isCancelled();
  }

  /**
   * Returns the record of the attempts before. A record that this release cannot read, because a
   * later one wrote it, counts as silence: the attempts in it may have taken effect.
   */
  private static Attempts handedOn(ActivityExecutionContext context) {
    return context
        .getHeartbeatDetails(Opaque.class)
        .flatMap(written -> OpaqueValues.known(written, Attempts.class))
        .orElse(Attempts.NONE);
  }

  private void beat() {
    long sent = System.nanoTime();
    switch (heartbeat.send(toldNow())) {
      case ACKNOWLEDGED -> {
        lastBeat = sent;
        acknowledged = true;
        tellSdk();
      }
      case OVER -> {
        over = true;
        interrupt();
      }
      case UNANSWERED -> {
        // Without heartbeats the attempt stops being fresh by itself.
      }
    }
  }

  /**
   * Tells the SDK of a heartbeat too. An SDK that was told of none for the heartbeat time-out and 5
   * s refuses the {@linkplain #handOn last one} of the attempt, and the next attempt would take
   * this one for silent. The record is read under the lock, so that a slow beat never follows the
   * last heartbeat with an older record.
   */
  private void tellSdk() {
    sdk.lock();
    try {
      context.heartbeat(toldNow());
    } catch (ActivityWorkerShutdownException closing) {
      LOG.debug("{}: the worker is being closed", operation);
    } catch (ActivityCompletionException calledOff) {
      over = true;
      interrupt();
    } finally {
      sdk.unlock();
    }
  }

  /**
   * Returns the record for the next attempt. Temporal ends an attempt at its time-out without a
   * word from it, so the last heartbeats of an attempt say that its outcome is unknown.
   */
  private Attempts toldNow() {
    Attempts now = Objects.requireNonNull(told.get());
    Duration limit = context.getInfo().getStartToCloseTimeout();
    Duration margin = limit.dividedBy(4);
    Duration left = limit.minusNanos(System.nanoTime() - began);
    boolean ending = left.compareTo(margin) < 0 && left.compareTo(NEAR_THE_END) < 0;
    return ending && !handedOn
        ? now.after(FailureTypes.UNKNOWN, Instant.EPOCH, Instant.EPOCH)
        : now;
  }

  /** The record of the attempts before this one. */
  Attempts before() {
    return before;
  }

  /** Hands the record of this attempt, which is about to end, on to the next one. */
  void handOn(Attempts attempts) {
    handedOn = true;
    told.set(attempts);
    // The SDK sends its last details once more with the failure.
    tellSdk();
  }

  /**
   * Lets a cancellation interrupt the effect from now on, for an effect that may be stopped half
   * way, such as a copy.
   */
  synchronized void interruptWhenCalledOff() {
    interrupting = true;
    if (over) {
      interrupt();
    }
  }

  private synchronized void interrupt() {
    if (interrupting) {
      interrupting = false;
      interrupted = true;
      thread.interrupt();
    }
  }

  /** Waits between two looks; ends when the attempt is over. */
  void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (!over && System.nanoTime() - end < 0) {
      try {
        Thread.sleep(Math.min(BEAT_MILLIS, time.toMillis()));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new Failure.Transient("the attempt was interrupted while it waited", interrupted);
      }
    }
    if (over) {
      throw new Failure.Transient("this attempt is over");
    }
  }

  @Override
  public String operation() {
    return operation;
  }

  @Override
  public void progress(String sentence) {
    told.updateAndGet(attempts -> attempts.saying(sentence));
  }

  @Override
  public boolean isFresh() {
    return acknowledged && System.nanoTime() - lastBeat < FRESH.toNanos();
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public synchronized void close() {
    beats.shutdownNow();
    interrupting = false;
    if (interrupted) {
      // The SDK cannot tell the server how the attempt ended while its thread is interrupted.
      boolean wasSet = Thread.interrupted();
      LOG.debug("{}: the effect was interrupted (still pending: {})", operation, wasSet);
    }
  }
}
