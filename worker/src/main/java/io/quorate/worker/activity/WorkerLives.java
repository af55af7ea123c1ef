package io.quorate.worker.activity;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.workflow.LifeActivities;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Heartbeats of this process for all its activities that wait. One attempt runs at a time. */
public final class WorkerLives implements LifeActivities {
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** Silence after which a life is over whose end Temporal may not have heard. */
  private static final Duration SILENT = Duration.ofSeconds(30);

  private final LongSupplier nanos;
  private volatile Optional<Long> lastBeat = Optional.empty();
  private volatile int ended;

  /**
   * Creates a process that did not begin a life yet.
   *
   * @param nanos a monotonic clock
   */
  public WorkerLives(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns how many lives have ended before their day was over. */
  public int ended() {
    return ended;
  }

  /** Returns whether no life goes on; the moment between two days of a life is none. */
  public boolean isSilent() {
    return lastBeat.filter(at -> nanos.getAsLong() - at < SILENT.toNanos()).isEmpty();
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one attempt at a time
  public void live() {
    try {
      beat(new ServerHeartbeat(Activity.getExecutionContext()));
    } catch (RuntimeException over) {
      ended++;
      lastBeat = Optional.empty();
      throw over;
    }
  }

  private void beat(ServerHeartbeat heartbeat) {
    BeatingDay day = new BeatingDay(nanos);
    try {
      for (ServerHeartbeat.Outcome beat = send(heartbeat);
          !day.isOver(beat);
          beat = send(heartbeat)) {
        if (beat == ServerHeartbeat.Outcome.OVER) {
          throw Failures.last(FailureTypes.TRANSIENT, "the heartbeats came too late");
        }
        Thread.sleep(BEAT);
      }
    } catch (InterruptedException stopping) {
      // The flag stays clear: with it the SDK could not tell Temporal that the worker ends.
      throw Failures.last(FailureTypes.TRANSIENT, "the worker is stopping");
    }
  }

  private ServerHeartbeat.Outcome send(ServerHeartbeat heartbeat) {
    lastBeat = Optional.of(nanos.getAsLong());
    return heartbeat.send(OpaqueValues.of(Opaque.NOTHING));
  }
}
