package io.quorate.worker.activity;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.workflow.LifeActivities;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Heartbeats of this process for all its activities that wait. One attempt runs at a time.
 *
 * @param alive whether a life goes on, also for the moment between two of its days
 * @param ended how many lives have ended
 */
public record WorkerLives(AtomicBoolean alive, AtomicInteger ended) implements LifeActivities {
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration DAY = Duration.ofDays(1);

  @Override
  public void live() {
    alive.set(true);
    try {
      beat(new ServerHeartbeat(Activity.getExecutionContext()));
    } catch (RuntimeException over) {
      ended.incrementAndGet();
      alive.set(false);
      throw over;
    }
  }

  private static void beat(ServerHeartbeat heartbeat) {
    long began = System.nanoTime();
    try {
      while (System.nanoTime() - began < DAY.toNanos()) {
        if (heartbeat.send(OpaqueValues.of(Opaque.NOTHING)) == ServerHeartbeat.Outcome.OVER) {
          throw Failures.last(FailureTypes.TRANSIENT, "the heartbeats came too late");
        }
        Thread.sleep(BEAT);
      }
    } catch (InterruptedException stopping) {
      // The flag stays clear: with it the SDK could not tell Temporal that the worker ends.
      throw Failures.last(FailureTypes.TRANSIENT, "the worker is stopping");
    }
  }
}
