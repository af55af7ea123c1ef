package io.quorate.record;

import java.time.Instant;
import java.util.Optional;

/**
 * The highest value that was seen of a number that only grows in one history of a cluster: a
 * revision, a raft term, a raft index.
 *
 * @param at when this value was seen first
 */
public record HighWaterMark(long value, Instant at) {
  /** The higher of both; of two equal ones the earlier. */
  public HighWaterMark or(HighWaterMark other) {
    if (value != other.value) {
      return value > other.value ? this : other;
    }
    return at.isAfter(other.at) ? other : this;
  }

  /** The higher of both, as far as they are known. */
  public static Optional<HighWaterMark> of(
      Optional<HighWaterMark> one, Optional<HighWaterMark> other) {
    return Known.either(one, other, HighWaterMark::or);
  }
}
