package io.quorate.record;

import io.quorate.cluster.Age;
import java.time.Instant;
import java.util.Comparator;

/**
 * The machine on which a member was seen to run.
 *
 * @param machine identifies it, and is the same after a reboot
 * @param at when it was seen there last
 */
public record RanOn(String machine, Instant at) {
  /** Returns the later of two sightings, whichever asks. */
  RanOn or(RanOn other) {
    return Comparator.comparing(RanOn::at).thenComparing(RanOn::machine).compare(this, other) >= 0
        ? this
        : other;
  }

  /** Returns the sighting dated before now where a clock that was ahead had dated it. */
  RanOn notAhead(Instant now) {
    return Age.wasAhead(at, now) ? new RanOn(machine, now.minusMillis(1)) : this;
  }
}
