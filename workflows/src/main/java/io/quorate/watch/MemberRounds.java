package io.quorate.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Last rounds of one member. A round is the difference of two readings some 5 minutes apart.
 *
 * @param begun the reading with which the round of now began
 * @param last the last reading
 * @param slowest for each of the last rounds, the oldest first, a time in seconds that 99 of 100
 *     waits for the disk did not exceed; 0 where it waited too seldom
 */
public record MemberRounds(MemberGauges begun, MemberGauges last, List<Double> slowest) {
  /** Number of rounds that are kept. */
  static final int KEPT = 3;

  private static final Duration ROUND = Duration.ofSeconds(270);

  /** Longest time between two readings; after a longer one the rounds begin again. */
  private static final Duration LONGEST = Duration.ofMinutes(15);

  /** Least number of waits in a round from which a 99th percentile is taken. */
  private static final int ENOUGH = 50;

  private static final double MOST = 0.99;

  public MemberRounds {
    slowest = List.copyOf(slowest);
  }

  static MemberRounds begun(MemberGauges first) {
    return new MemberRounds(first, first, List.of());
  }

  /** Takes a reading. A member that was restarted meanwhile begins anew. */
  MemberRounds with(MemberGauges now) {
    Duration passed = Duration.between(begun.at(), now.at());
    if (passed.compareTo(LONGEST) > 0) {
      return begun(now);
    }
    if (passed.compareTo(ROUND) < 0) {
      return new MemberRounds(begun, now, slowest);
    }
    return now.fsync()
        .since(begun.fsync())
        .map(waits -> new MemberRounds(now, now, and(waits)))
        .orElseGet(() -> begun(now));
  }

  MemberRounds withClockOf(Instant from, Instant to) {
    return new MemberRounds(begun, last.withClockOf(from, to), slowest);
  }

  private List<Double> and(Latencies waits) {
    double bound =
        Optional.of(waits)
            .filter(all -> all.count() >= ENOUGH)
            .flatMap(all -> all.bound(MOST))
            .orElse(0.0);
    return Stream.concat(slowest.stream(), Stream.of(bound))
        .skip(Math.max(0, slowest.size() + 1 - KEPT))
        .toList();
  }

  /** Returns whether the last reading says something of now. */
  boolean isRecent(Instant now) {
    return last.at().plus(LONGEST).isAfter(now);
  }
}
