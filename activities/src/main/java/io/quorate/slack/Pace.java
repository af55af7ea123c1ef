package io.quorate.slack;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Keeps writes to the channel a set time apart; Slack asks for about a second. */
final class Pace {
  /** Turns of writes that wait, the first one first; in the same turn who came first. */
  enum Turn {
    /** A message about many clusters. */
    SUMMARY,
    /** A message that mentions people, who have to act. */
    WAKING,
    /** An edit, or a line for those who read along. */
    REST
  }

  private final Duration between;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition nobodyGoesFirst = lock.newCondition();

  /** Writes that wait, by turn; counted before the lock, so that whoever waits steps aside. */
  private final AtomicIntegerArray waiting = new AtomicIntegerArray(Turn.values().length);

  private long free = System.nanoTime();

  Pace(Duration between) {
    this.between = between;
  }

  /** Waits until the next write is due, behind those of earlier turns. */
  void await(Turn turn) {
    waiting.incrementAndGet(turn.ordinal());
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      lock.lock();
      leave(turn);
      throw interrupted(e);
    }
    try {
      while (goesBefore(turn)) {
        nobodyGoesFirst.await();
      }
      TimeUnit.NANOSECONDS.sleep(free - System.nanoTime());
      free = System.nanoTime() + between.toNanos();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      leave(turn);
    }
  }

  private boolean goesBefore(Turn turn) {
    return IntStream.range(0, turn.ordinal()).anyMatch(before -> waiting.get(before) > 0);
  }

  /** Lets those go on who stepped aside, also where the caller was interrupted. */
  private void leave(Turn turn) {
    waiting.decrementAndGet(turn.ordinal());
    nobodyGoesFirst.signalAll();
    lock.unlock();
  }

  private static Failure interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new Failure.Transient("Writing to Slack was interrupted.", e);
  }
}
