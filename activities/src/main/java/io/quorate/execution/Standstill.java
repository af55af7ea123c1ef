package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.step.ReplicationProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Tells a member that stands still, or never comes nearer, from one that is only slow. Both limits
 * are longer where the database is large.
 */
final class Standstill {
  /** No progress for a shorter time is not worth a word. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private Optional<ReplicationProgress> last = Optional.empty();
  private long mostBytes;
  private long leastBehind = Long.MAX_VALUE;
  private long moved;
  private long since;

  Standstill(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
    this.moved = since;
  }

  /**
   * Notes how far the member is. A look that tells nothing of it changes nothing.
   *
   * @param look at the member, given the look before
   */
  void see(Function<Optional<ReplicationProgress>, ReplicationProgress> look) {
    ReplicationProgress now = look.apply(last);
    if (last.isPresent() && !now.isKnown()) {
      return;
    }
    boolean nearer = last.isEmpty() || isNearer(now);
    if (nearer) {
      since = nanoTime.getAsLong();
    }
    if (nearer || last.filter(now::hasMovedSince).isPresent()) {
      moved = nanoTime.getAsLong();
    }
    mostBytes = Math.max(mostBytes, now.bytes());
    leastBehind = Math.min(leastBehind, now.behind().orElse(leastBehind));
    last = Optional.of(now);
  }

  /**
   * Whether the member is nearer than ever. While it serves only entries count: its database may
   * grow with what is written meanwhile.
   */
  private boolean isNearer(ReplicationProgress now) {
    return now.behind().map(entries -> entries < leastBehind).orElse(now.bytes() > mostBytes);
  }

  /**
   * Whether nothing has moved, or the member has come no nearer, for longer than one of this size
   * may take, and this much longer.
   */
  boolean isTooLong(Duration more) {
    return last.filter(
            far ->
                after(moved).compareTo(far.patience().plus(more)) >= 0
                    || after(since).compareTo(far.endurance().plus(more)) >= 0)
        .isPresent();
  }

  private Duration after(long begin) {
    return Duration.ofNanos(nanoTime.getAsLong() - begin);
  }

  /** How far the member is, and for how long it has come no nearer. */
  String words() {
    String far = last.map(ReplicationProgress::toString).orElse("nothing was looked at");
    Duration still = after(since);
    return still.compareTo(SHORT) < 0 ? far : far + ", no progress for " + Amounts.time(still);
  }
}
