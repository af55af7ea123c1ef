package io.quorate.worker.activity;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.port.Failure;
import io.quorate.workflow.LifeActivities;
import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Heartbeats of this process for all its activities that wait. One attempt runs at a time.
 *
 * @param alive whether an attempt sends heartbeats
 */
public record WorkerLives(AtomicBoolean alive) implements LifeActivities {
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration DAY = Duration.ofDays(1);

  @Override
  public void live() {
    ServerHeartbeat heartbeat = new ServerHeartbeat(Activity.getExecutionContext());
    alive.set(true);
    try {
      long began = System.nanoTime();
      while (System.nanoTime() - began < DAY.toNanos()) {
        if (heartbeat.send(OpaqueValues.of(Opaque.NOTHING)) == ServerHeartbeat.Outcome.OVER) {
          throw Failures.last("Silent", "the heartbeats of this worker came too late");
        }
        Thread.sleep(BEAT);
      }
    } catch (InterruptedException stopping) {
      // The flag stays clear: with it the SDK could not tell Temporal that the worker ends.
      throw new Failure.Transient("the worker is stopping", stopping);
    } finally {
      alive.set(false);
    }
  }
}
