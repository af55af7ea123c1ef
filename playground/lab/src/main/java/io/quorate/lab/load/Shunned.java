package io.quorate.lab.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Members that writers avoid for a second because a request to them failed, as etcd's own client
 * does. When the second is over, one writer tries the member and the others wait for its result: a
 * member that accepts connections and answers nothing must not stop all writers.
 */
final class Shunned {
  private static final long WHILE_NANOS = Duration.ofSeconds(1).toNanos();

  /** The value of a healthy member's entry; a time in an entry is always larger. */
  private static final long WELL = 0;

  private final AtomicLongArray until;
  private final long tryNanos;
  private final LongSupplier nanoTime;
  private final long start;

  /**
   * Starts with no member avoided.
   *
   * @param longestTry how long one request may take
   */
  Shunned(int members, Duration longestTry, LongSupplier nanoTime) {
    this.until = new AtomicLongArray(members);
    this.tryNanos = longestTry.toNanos();
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /**
   * Returns whether the caller may send a request to this member; after {@code true} the caller has
   * to report the result with {@link #tried}.
   */
  boolean mayTry(int member) {
    long seen = until.get(member);
    return seen == WELL
        || noneIsWell()
        || (seen <= now() && until.compareAndSet(member, seen, now() + tryNanos + WHILE_NANOS));
  }

  /**
   * Returns whether all members are avoided. Then every writer may try any of them: in an election
   * all members fail at once.
   */
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
