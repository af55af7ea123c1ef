package io.quorate.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Time on another machine, for people to read. No decision compares two clocks; a person who reads
 * logs of both machines does.
 *
 * @param booted when the machine booted, by the clock of who looked; empty where that is long ago,
 *     or not known
 * @param ahead by how much its clock is ahead of that of who looked, negative where it is behind;
 *     empty where the difference is small, or may be the time that the look took
 */
public record MachineTime(Optional<Instant> booted, Optional<Duration> ahead) {
  /** Boots before that explain nothing that is found now. */
  private static final Duration LATELY = Duration.ofHours(1);

  /** Clocks further apart make times of logs and holds hard to read. */
  public static final Duration APART = Duration.ofSeconds(5);

  /** Seconds are whole where a machine tells the time. */
  private static final Duration WHOLE = Duration.ofSeconds(1);

  /**
   * The time on a machine that was looked at.
   *
   * @param up how long it had been up when it was looked at
   * @param there its clock at that moment
   * @param from when the look began
   * @param to when the look had ended
   * @return empty where nothing is worth telling
   */
  public static Optional<MachineTime> of(
      Optional<Duration> up, Optional<Instant> there, Instant from, Instant to) {
    Duration took = Duration.between(from, to);
    Optional<Instant> booted = up.filter(time -> time.compareTo(LATELY) < 0).map(to::minus);
    Optional<Duration> ahead =
        there
            .map(clock -> Duration.between(from.plus(took.dividedBy(2)), clock))
            .filter(by -> by.abs().minus(took).minus(WHOLE).compareTo(APART) > 0);
    return booted.isPresent() || ahead.isPresent()
        ? Optional.of(new MachineTime(booted, ahead))
        : Optional.empty();
  }
}
