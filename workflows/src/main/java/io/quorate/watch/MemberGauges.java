package io.quorate.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Figures of a member that only mean something beside earlier ones, or beside those of others.
 *
 * @param asked when it was asked for its metrics, by Quorate's clock
 * @param at when they had arrived, by Quorate's clock
 * @param clock clock of the member between {@code asked} and {@code at}, from the header {@code
 *     Date}, to a whole second; empty where the answer had no such header
 * @param fsync how long it waited for its log to be on disk ({@code
 *     etcd_disk_wal_fsync_duration_seconds}) since it started
 */
public record MemberGauges(Instant asked, Instant at, Optional<Instant> clock, Latencies fsync) {
  /** The figures without the clock, where they were not asked for in this time. */
  MemberGauges withClockOf(Instant from, Instant to) {
    return asked.isBefore(from) || asked.isAfter(to)
        ? new MemberGauges(asked, at, Optional.empty(), fsync)
        : this;
  }

  /** Returns how far its clock is ahead of Quorate's; empty where it did not tell. */
  public Optional<Ahead> ahead() {
    return clock.map(
        told ->
            new Ahead(Duration.between(at, told), Duration.between(asked, told.plusSeconds(1))));
  }

  /**
   * Lead of a clock; negative where it is behind. A slow answer makes it uncertain, and not wrong.
   */
  public record Ahead(Duration atLeast, Duration atMost) {
    /** Returns the middle of the two. */
    public Duration middle() {
      return atLeast.plus(atMost).dividedBy(2);
    }
  }
}
