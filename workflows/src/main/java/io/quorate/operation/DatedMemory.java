package io.quorate.operation;

import io.quorate.record.LastLook;
import io.quorate.record.ObservationMemory;
import java.time.Duration;
import java.time.Instant;

/**
 * Memory of an earlier look, with the time of the look. Nobody watched between an old look and the
 * next one, so a member that is silent in both may have answered in between.
 */
public record DatedMemory(ObservationMemory remembered, Instant at) {
  /**
   * Age up to which a memory counts. Looks that follow each other are a minute apart; the limit
   * leaves room for one that is late.
   */
  public static final Duration FRESH = LastLook.FRESH;

  public static final DatedMemory NONE = new DatedMemory(ObservationMemory.NONE, Instant.EPOCH);

  /**
   * Returns the part of the memory that counts for a look at this time: all of it, or nothing once
   * it is old, or where a clock was ahead when it was taken.
   */
  public ObservationMemory at(Instant now) {
    return !at.isAfter(now) && Duration.between(at, now).compareTo(FRESH) <= 0
        ? remembered
        : ObservationMemory.NONE;
  }
}
