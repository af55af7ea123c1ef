package io.quorate.operation;

import io.quorate.cluster.ObservationMemory;
import java.time.Duration;
import java.time.Instant;

/**
 * What an earlier look remembers, and when it was taken. Nobody watched between an old look and the
 * next one, so a silence that both saw need not be one silence.
 */
public record DatedMemory(ObservationMemory remembered, Instant at) {
  /** Looks that follow each other are a minute apart; this leaves room for one that is late. */
  public static final Duration FRESH = Duration.ofMinutes(2);

  public static final DatedMemory NONE = new DatedMemory(ObservationMemory.NONE, Instant.EPOCH);

  public DatedMemory {
    remembered = Missing.orElse(remembered, ObservationMemory.NONE);
    at = Missing.orElse(at, Instant.EPOCH);
  }

  /** What may still be used for a look at this time: all of it, or nothing once it is old. */
  public ObservationMemory at(Instant now) {
    return Duration.between(at, now).compareTo(FRESH) <= 0 ? remembered : ObservationMemory.NONE;
  }
}
