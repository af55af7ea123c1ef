package io.quorate.watch;

import io.quorate.cluster.MemberStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sizes of the largest database in use of a cluster over the last day, as its pulses saw them: one
 * in 5 minutes for an hour, one in an hour before that.
 *
 * @param samples the oldest first; some 40 at most
 */
public record SeenSizes(List<Sample> samples) {
  /** Nothing seen yet. */
  static final SeenSizes NONE = new SeenSizes(List.of());

  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final Duration ALL_KEPT = Duration.ofMinutes(70);
  private static final Duration SOME_KEPT = Duration.ofHours(25);

  public SeenSizes {
    samples = List.copyOf(samples);
  }

  /** Bytes in use at a time. */
  public record Sample(Instant at, long bytes) {}

  /** Returns the bytes that a member uses; versions that do not tell it use the whole file. */
  static long inUse(MemberStatus status) {
    return status.dbSizeInUseBytes() > 0 ? status.dbSizeInUseBytes() : status.dbSizeBytes();
  }

  /** Takes a pulse. */
  SeenSizes with(Pulse pulse) {
    Optional<Long> bytes =
        pulse.answers().values().stream().map(SeenSizes::inUse).max(Long::compareTo);
    boolean soon = !samples.isEmpty() && pulse.at().isBefore(samples.getLast().at().plus(EVERY));
    if (bytes.isEmpty() || soon) {
      return this;
    }
    List<Sample> kept = new ArrayList<>();
    for (Sample sample : samples) {
      Duration age = Duration.between(sample.at(), pulse.at());
      boolean first = kept.isEmpty() || !hour(kept.getLast().at()).equals(hour(sample.at()));
      if (age.compareTo(ALL_KEPT) <= 0 || (first && age.compareTo(SOME_KEPT) <= 0)) {
        kept.add(sample);
      }
    }
    kept.add(new Sample(pulse.at(), bytes.get()));
    return new SeenSizes(kept);
  }

  private static Instant hour(Instant at) {
    return at.truncatedTo(ChronoUnit.HOURS);
  }

  /**
   * Returns the time until a size is reached that grows as it has grown over a window up to now.
   * Empty where it does not grow, or where the pulses do not reach back that far.
   */
  Optional<Duration> until(long size, Duration window, Instant now) {
    Instant latest = now.minus(window.multipliedBy(9).dividedBy(10));
    Instant earliest = now.minus(window.multipliedBy(3).dividedBy(2));
    return samples.stream()
        .filter(then -> !then.at().isAfter(latest) && then.at().isAfter(earliest))
        .reduce((earlier, later) -> later)
        .filter(then -> samples.getLast().bytes() > then.bytes())
        .map(then -> until(size, then, samples.getLast()));
  }

  private static Duration until(long size, Sample then, Sample last) {
    double left = Math.max(0, size - last.bytes());
    double grown = last.bytes() - then.bytes();
    double seconds = Duration.between(then.at(), last.at()).toSeconds() * left / grown;
    return Duration.ofSeconds((long) seconds);
  }
}
