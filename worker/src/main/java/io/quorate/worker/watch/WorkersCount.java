package io.quorate.worker.watch;

import io.grpc.StatusRuntimeException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** Number of workers, asked of Temporal once in 30 s; the last number while Temporal is away. */
public final class WorkersCount implements IntSupplier {
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final IntSupplier temporal;
  private final Clock clock;
  private final ReentrantLock asking = new ReentrantLock();
  private Instant asked = Instant.EPOCH;
  private int known = 1;

  /**
   * Creates a count that nobody asked for yet.
   *
   * @param temporal asks Temporal; throws {@link StatusRuntimeException} unless Temporal answers
   */
  public WorkersCount(IntSupplier temporal, Clock clock) {
    this.temporal = temporal;
    this.clock = clock;
  }

  /** Returns 1 or more. */
  @Override
  public int getAsInt() {
    asking.lock();
    try {
      Instant now = clock.instant();
      if (!now.isBefore(asked.plus(EVERY))) {
        asked = now;
        known = Math.max(1, temporal.getAsInt());
      }
    } catch (StatusRuntimeException away) {
      return known;
    } finally {
      asking.unlock();
    }
    return known;
  }
}
