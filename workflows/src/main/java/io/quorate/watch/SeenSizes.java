package io.quorate.watch;

import io.quorate.cluster.MemberStatus;
import io.quorate.record.SeenSize;
import io.quorate.record.SizeHistory;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sizes of the largest database in use of a cluster over the last day, as its pulses saw them: one
 * in 5 minutes for an hour, one in an hour before that.
 *
 * @param samples the oldest first; some 40 at most
 */
public record SeenSizes(List<SeenSize> samples) {
  /** Nothing seen yet. */
  static final SeenSizes NONE = new SeenSizes(List.of());

  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final Duration ALL_KEPT = Duration.ofMinutes(70);
  private static final Duration SOME_KEPT = Duration.ofHours(25);

  public SeenSizes {
    samples = List.copyOf(samples);
  }

  /** Adds what another worker saw before. */
  SeenSizes after(SizeHistory before) {
    Instant first = samples.isEmpty() ? Instant.MAX : samples.getFirst().at();
    return new SeenSizes(
        Stream.concat(
                before.hours().stream().filter(one -> one.at().isBefore(first)), samples.stream())
            .toList());
  }

  /** Takes a pulse. */
  SeenSizes with(Pulse pulse) {
    Optional<Long> bytes =
        pulse.answers().values().stream().map(MemberStatus::bytesInUse).max(Long::compareTo);
    boolean soon = !samples.isEmpty() && pulse.at().isBefore(samples.getLast().at().plus(EVERY));
    if (bytes.isEmpty() || soon) {
      return this;
    }
    List<SeenSize> kept = new ArrayList<>();
    for (SeenSize sample : samples) {
      Duration age = Duration.between(sample.at(), pulse.at());
      boolean first = kept.isEmpty() || !hour(kept.getLast().at()).equals(hour(sample.at()));
      if (age.compareTo(ALL_KEPT) <= 0 || (first && age.compareTo(SOME_KEPT) <= 0)) {
        kept.add(sample);
      }
    }
    kept.add(new SeenSize(pulse.at(), bytes.get()));
    return new SeenSizes(kept);
  }

  private static Instant hour(Instant at) {
    return at.truncatedTo(ChronoUnit.HOURS);
  }

  /**
   * Returns the time until a size is reached that grows as it has grown over a window up to now.
   * Empty where it does not grow, or where the pulses do not reach back that far. Another worker
   * left one size an hour, so the hour before counts as well as the last one.
   */
  Optional<Duration> until(long size, Duration window, Instant now) {
    Instant latest = now.minus(window.multipliedBy(9).dividedBy(10));
    Instant earliest = now.minus(window.multipliedBy(2));
    return samples.stream()
        .filter(then -> !then.at().isAfter(latest) && then.at().isAfter(earliest))
        .reduce((earlier, later) -> later)
        .filter(then -> samples.getLast().bytes() > then.bytes())
        .map(then -> until(size, then, samples.getLast()));
  }

  private static Duration until(long size, SeenSize then, SeenSize last) {
    double left = Math.max(0, size - last.bytes());
    double grown = last.bytes() - then.bytes();
    double seconds = Duration.between(then.at(), last.at()).toSeconds() * left / grown;
    return Duration.ofSeconds((long) seconds);
  }
}
