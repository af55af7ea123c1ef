package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.step.HowFar;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Tells a member that stands still from one that is only slow: it has received nothing and applied
 * nothing for a while, which is longer where the database is large.
 */
final class Standstill {
  /** No progress for a shorter time is not worth a word. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private Optional<HowFar> last = Optional.empty();
  private long since;

  Standstill(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
  }

  /**
   * Notes how far the member is.
   *
   * @param look at the member, given the look before
   */
  void see(Function<Optional<HowFar>, HowFar> look) {
    HowFar now = look.apply(last);
    if (last.filter(before -> !now.hasMovedSince(before)).isEmpty()) {
      since = nanoTime.getAsLong();
    }
    last = Optional.of(now);
  }

  /**
   * Whether nothing has moved for longer than a member of this size may take, and this much longer.
   */
  boolean isTooLong(Duration more) {
    return last.filter(far -> still().compareTo(far.patience().plus(more)) >= 0).isPresent();
  }

  private Duration still() {
    return Duration.ofNanos(nanoTime.getAsLong() - since);
  }

  /** How far the member is, and for how long it has been there. */
  String words() {
    String far = last.map(HowFar::toString).orElse("nothing was looked at");
    return still().compareTo(SHORT) < 0 ? far : far + ", no progress for " + Amounts.time(still());
  }
}
