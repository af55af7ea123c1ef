package io.quorate.slack;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps writes to the channel a set time apart; Slack asks for about a second. */
final class Pace {
  private final Duration between;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final Condition nobodyGoesFirst = turn.newCondition();

  /** How many want to go first; counted before the lock, so that whoever waits steps aside. */
  private final AtomicInteger first = new AtomicInteger();

  private long free = System.nanoTime();

  Pace(Duration between) {
    this.between = between;
  }

  /** Waits until the next write is due, after those that wait already. */
  void await() {
    inTurn(
        () -> {
          while (first.get() > 0) {
            nobodyGoesFirst.await();
          }
          untilFree();
        });
  }

  /** Waits until the next write is due, before those that wait already. */
  void awaitFirst() {
    first.incrementAndGet();
    try {
      inTurn(this::untilFree);
    } finally {
      first.decrementAndGet();
      goOn();
    }
  }

  /** Lets those go on who stepped aside, also where the caller was interrupted. */
  private void goOn() {
    turn.lock();
    try {
      nobodyGoesFirst.signalAll();
    } finally {
      turn.unlock();
    }
  }

  private void untilFree() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(free - System.nanoTime());
    free = System.nanoTime() + between.toNanos();
  }

  /** Work that may wait. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private void inTurn(Work work) {
    try {
      turn.lockInterruptibly();
      try {
        work.run();
      } finally {
        turn.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("Writing to Slack was interrupted.", e);
    }
  }
}
