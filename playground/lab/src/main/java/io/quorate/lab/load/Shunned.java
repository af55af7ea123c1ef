package io.quorate.lab.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Which members are left alone for a while because they failed, as etcd's own client does. Then one
 * writer tries, and the others wait for how it went: a member that takes a connection and answers
 * nothing must not stop all of them.
 */
final class Shunned {
  private static final long WHILE_NANOS = Duration.ofSeconds(1).toNanos();

  /** What an entry is while its member is well; a time is always later. */
  private static final long WELL = 0;

  private final AtomicLongArray until;
  private final long tryNanos;
  private final LongSupplier nanoTime;
  private final long start;

  /**
   * None is left alone at first.
   *
   * @param longestTry how long a try may take
   */
  Shunned(int members, Duration longestTry, LongSupplier nanoTime) {
    this.until = new AtomicLongArray(members);
    this.tryNanos = longestTry.toNanos();
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /** Whoever gets a yes has to try and to tell. */
  boolean mayTry(int member) {
    long seen = until.get(member);
    return seen == WELL
        || noneIsWell()
        || (seen <= now() && until.compareAndSet(member, seen, now() + tryNanos + WHILE_NANOS));
  }

  /** Then there is nobody better to ask: in an election all of them fail at once. */
  private boolean noneIsWell() {
    for (int member = 0; member < until.length(); member++) {
      if (until.get(member) == WELL) {
        return false;
      }
    }
    return true;
  }

  void tried(int member, boolean answered) {
    until.set(member, answered ? WELL : now() + WHILE_NANOS);
  }

  private long now() {
    return nanoTime.getAsLong() - start + 1;
  }
}
